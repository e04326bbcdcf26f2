import Golden
import Metrics
import Presets

/// The commands that go on from a report, ready to be pasted into a shell.
struct NextCommands {
  /// Which way it goes on from a preset.
  enum Step {
    /// There is nothing to do.
    case nothing
    /// Something is broken, and is to be mended before anything can be judged.
    case mend
    /// Something is broken, or wants approval, and only a person can tell which.
    case mendOrApprove
    /// The sound is to be judged by ear, and to be approved or changed back.
    case listen
  }

  private let request: RunReport.Request
  private let comparison: Comparison

  init(_ request: RunReport.Request, _ comparison: Comparison) {
    self.request = request
    self.comparison = comparison
  }

  /// Which way it goes on.
  var step: Step {
    switch (comparison.outcome, comparison.cause) {
    case (.same, _): .nothing
    case (.changed, _), (.hurt, _): .listen
    case (.unchecked, .missingGolden):
      comparison.findings.allSatisfy(\.fixture.isEmpty) ? .listen : .mend
    case (.unchecked, .fixture), (.unchecked, .metricVersion): .mendOrApprove
    case (.unchecked, _): .mend
    }
  }

  /// Whether the run had changes that no file of a preset holds yet.
  var hasSettings: Bool { !request.settings.isEmpty }

  /// What checks again.
  var check: String { "\(command("check"))\(settings)\(options)" }

  /// What lets one hear the preset as this run has rendered it.
  var listen: String {
    // `render` reads presets, but neither a corpus nor goldens.
    let presets = request.options.filter { $0.name == "--presets" }
    return "\(command("render"))\(settings)\(text(presets)) IN.wav OUT.wav"
  }

  /// What approves the preset as its file has it.
  var accept: String {
    let despite = Set(comparison.findings(.worse).compactMap(\.metric?.id)).sorted()
    return "\(command("accept"))\(options) --because \"...\""
      + despite.map { " --despite \(ShellText.word($0))" }.joined()
  }

  private func command(_ name: String) -> String {
    "\(ShellText.word(request.program)) \(name) --preset \(ShellText.word(comparison.preset.id))"
  }

  private var settings: String {
    request.settings.map { " --set \(ShellText.word($0))" }.joined()
  }

  private var options: String { text(request.options) }

  private func text(_ options: [RunReport.Request.Option]) -> String {
    options.map { " \(ShellText.option($0))" }.joined()
  }
}
