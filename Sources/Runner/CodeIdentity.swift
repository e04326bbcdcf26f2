import Foundation
import Signal

#if canImport(MachO)
  import MachO
#endif

/// Which code this process runs: what another build makes is never taken for its own.
package enum CodeIdentity {
  /// A digest of the executable's content and of the names, sizes and times of the libraries that
  /// are loaded; nil where they cannot be read.
  package static let ofThisProcess: String? = {
    guard let executable, let sum = contentSum(executable), let libraries else { return nil }
    return SHA256.hexDigest(of: (["\(sum)"] + libraries).joined(separator: "\n"))
  }()

  /// The checksum and the length of a file; nil where it cannot be read.
  private static func contentSum(_ path: String) -> String? {
    guard let bytes = FileContent.read(path, largest: .max)?.bytes, !bytes.isEmpty else {
      return nil
    }
    return "\(bytes.withUnsafeBytes { Checksum.of($0) }) \(bytes.count)"
  }

  /// A library as it lies on the disk; its name alone where the system keeps it elsewhere.
  private static func description(ofLibrary path: String) -> String {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return path }
    #if os(Linux)
      let time = facts.st_mtim
    #else
      let time = facts.st_mtimespec
    #endif
    return "\(path) \(facts.st_size) \(time.tv_sec).\(time.tv_nsec)"
  }

  #if os(Linux)
    private static var executable: String? { "/proc/self/exe" }

    /// What is mapped into the process from files.
    private static var libraries: [String]? {
      guard let bytes = FileContent.read("/proc/self/maps", largest: 1 << 24)?.bytes else {
        return nil
      }
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      let paths = lines.compactMap { line -> String? in
        guard line.contains(" r-xp "), let start = line.firstIndex(of: "/") else { return nil }
        return String(line[start...])
      }
      return Set(paths).sorted().map(description)
    }
  #else
    private static var executable: String? {
      var size: UInt32 = 0
      _NSGetExecutablePath(nil, &size)
      var path = [CChar](repeating: 0, count: Int(size) + 1)
      guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
      return path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    }

    /// The images of the process, and the release of the system, which holds its own libraries.
    private static var libraries: [String]? {
      let paths = (0..<_dyld_image_count()).compactMap { index in
        _dyld_get_image_name(index).map { String(cString: $0) }
      }
      return [ProcessInfo.processInfo.operatingSystemVersionString]
        + Set(paths).sorted().map(description)
    }
  #endif
}
