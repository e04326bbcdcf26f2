import Corpus
import Signal

/// `harness corpus verify`: proves that every fixture is what the manifest says.
struct CorpusVerifyCommand: Command {
  static let help = """
    OVERVIEW: Read every recording and every label, build every fixture, and hold all of it against
    the manifest: digests, formats, licences, labels, levels after ITU-T P.56, ratios of speech to
    noise; find what is missing, unused, twice there or belongs to nothing.

    USAGE: harness corpus verify [--json FILE] [OPTIONS]

    OPTIONS:
      --json FILE      Write the measured facts as JSON; '-' is standard output.
    \(CorpusOptions.help)

    EXIT STATUS:
      0 sound   2 something is not   64 usage
    """

  private let options: CorpusOptions
  private let jsonPath: String?

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    jsonPath = try arguments.option("--json")
    options = try CorpusOptions(&arguments)
  }

  func run(in workspace: Workspace) throws -> Int32 {
    let corpus = try workspace.corpus(folders: options.folders)
    try OutputPaths("--json", jsonPath).check(against: corpus.inputPaths)
    let ids = try options.fixtures(of: corpus)
    let output = Output(isQuiet: jsonPath == "-")
    let verifier = CorpusVerifier(corpus)
    let findings = concurrentMap(ids.count, workers: options.workers) { index in
      verifier.verify(ids[index])
    } finished: { done, index in
      output.progress("\(done) of \(ids.count) fixtures, \(ids[index])")
    }
    output.endProgress()
    let width = ids.map(\.count).max() ?? 0
    for finding in findings {
      guard let facts = finding.facts else { continue }
      output.write(Self.line(finding.id, facts, width: width) + "\n")
    }
    var faults = findings.flatMap(\.faults)
    if options.fixtureIDs.isEmpty { faults += verifier.damagedSources() + verifier.leftovers() }
    // One damaged recording stands behind several fixtures, and is one fault.
    var said: Set<String> = []
    for fault in faults where said.insert(fault).inserted { Output.complain(fault) }
    if let jsonPath {
      try output.write(
        try CorpusVerifier.json(findings, faults: faults), toFile: jsonPath)
    }
    let sound = findings.count { $0.faults.isEmpty }
    output.write("\(sound) of \(ids.count) fixtures are sound; \(said.count) faults\n")
    return said.isEmpty ? 0 : 2
  }

  private static func line(
    _ id: String, _ facts: CorpusVerifier.Facts, width: Int
  ) -> String {
    func text(_ level: Decibels?, _ unit: String) -> String {
      level.map { "\(Fixed.text($0.value, decimals: 2)) \(unit)" } ?? ""
    }
    let columns = [
      (id, width), ("\(Fixed.text(facts.seconds, decimals: 1)) s", 7),
      (text(facts.activeLevel, "dBov"), 12), (text(facts.signalToNoise, "dB SNR"), 13),
      (text(facts.level, "dBFS"), 12), ("peak " + text(facts.peak, "dBFS"), 17),
      ("\(facts.obstruentCount) obstruents", 14), (String(facts.sampleDigest.prefix(16)), 16),
    ]
    return columns.map { text, width in
      text + String(repeating: " ", count: max(0, width - text.count))
    }.joined(separator: "  ")
  }
}
