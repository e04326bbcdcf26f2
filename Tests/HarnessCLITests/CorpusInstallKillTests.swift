import Foundation
import TestSupport
import Testing

@testable import HarnessCLI

@Suite struct CorpusInstallKillTests {
  /// A client that says that it has begun, and then takes its time.
  private static let slow = "echo half >half.deb; touch 'STORE/begun'; sleep 20"

  /// Starts an installation and waits until its client is at work.
  private func begin(_ clients: PackClients) throws -> Process {
    try clients.script("apt-get", Self.slow)
    let process = try clients.process(["keys", "--yes"])
    try process.run()
    // Five seconds: a loaded machine may take one to start two processes.
    let sign = clients.workspace.path("store/begun")
    for _ in 0..<500 where !FileManager.default.fileExists(atPath: sign) { usleep(10_000) }
    return process
  }

  @Test(
    "a signal ends the client and the tool, and nothing is left", arguments: [SIGINT, SIGTERM])
  func stopped(number: Int32) throws {
    let clients = try PackClients(.keys)
    let process = try begin(clients)
    let start = ContinuousClock.now

    kill(process.processIdentifier, number)
    process.waitUntilExit()

    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == number)
    // Far less than the client would sleep.
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(try clients.installed() == nil)
    #expect(try clients.workspace.text("stderr").contains("The installation was stopped."))
  }

  @Test("what a killed installation left is removed by the next one, which succeeds")
  func killed() throws {
    let clients = try PackClients(.keys)
    let process = try begin(clients)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(try clients.installed()?.contains { $0.hasPrefix(".installing-") } == true)
    try clients.script("apt-get", PackClients.apt)

    let said = try clients.install("keys", "--yes")

    #expect(said.exitCode == 0, "\(said.all)")
    #expect(try clients.installed()?.contains { $0.hasPrefix(".") } == false)
    #expect(try clients.recording(FakePack.keys.paths[0]) == "the key A")
  }
}
