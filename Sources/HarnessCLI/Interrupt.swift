import Foundation
import Synchronization

/// Whether the process was asked to end while work is at hand that has to be cleaned up first.
///
/// Programs that are started meanwhile take the signals as always.
enum Interrupt {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  private static let pending = Atomic<Int32>(0)
  private static let watchers = Mutex(0)

  /// Does work during which signals only leave a note; after it they do what they always did.
  static func deferring<Result>(_ work: () throws -> Result) rethrows -> Result {
    _ = pending.load(ordering: .relaxed)
    watchers.withLock { count in
      count += 1
      guard count == 1 else { return }
      var set = sigset_t()
      sigemptyset(&set)
      for number in signals {
        signal(number) { Interrupt.pending.store($0, ordering: .relaxed) }
        sigaddset(&set, number)
      }
      // Whoever started this process may have blocked them, and programs take that over.
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
    defer {
      watchers.withLock { count in
        count -= 1
        guard count == 0 else { return }
        for number in signals { signal(number, SIG_DFL) }
      }
    }
    return try work()
  }

  /// Whether a signal came.
  static var isPending: Bool { pending.load(ordering: .relaxed) != 0 }

  /// Ends the process by the signal that came, as it would have ended without the work.
  static func obey() {
    let number = pending.load(ordering: .relaxed)
    if number != 0 { raise(number) }
  }
}
