package import Golden
package import Runner

/// Everything that a run found, ready to be told.
package struct RunReport: Sendable {
  /// What the run was about, for the command that goes on from there.
  package struct Request: Hashable, Sendable {
    /// How the tool is called, such as "scripts/harness".
    package var program: String
    /// The changes of this run, as given with `--set`.
    package var settings: [String]
    /// The other options that the next command has to repeat.
    package var options: [Option]

    /// An option as it was understood; reports quote it where they print it.
    package struct Option: Hashable, Sendable {
      /// The name, such as "--presets".
      package var name: String
      /// The value, without quotes.
      package var value: String

      /// Creates an option.
      package init(name: String, value: String) {
        self.name = name
        self.value = value
      }
    }

    /// Creates a request.
    package init(program: String, settings: [String], options: [Option]) {
      self.program = program
      self.settings = settings
      self.options = options
    }
  }

  /// What was asked.
  package var request: Request
  /// What comparing said, preset by preset.
  package var comparisons: [Comparison]
  /// The renders of each preset, in the order of `comparisons`.
  package var renders: [[JobRender]]
  /// The goldens that no preset claims.
  package var orphans: [String]
  /// The ids of the fixtures that were run.
  package var fixtures: [String]
  /// The seconds of audio that were rendered.
  package var renderedSeconds: Double
  /// How long it took.
  package var elapsedSeconds: Double
  /// How many renders there were.
  package var results: Int
  /// How many of them are results of earlier runs.
  package var reusedResults: Int
  /// The limits that take the place of the metrics' own, by the metric's name with its unit.
  package var limits: [String: Double]

  /// Creates a report.
  package init(
    request: Request, comparisons: [Comparison], result: RunResult, orphans: [String],
    fixtures: [String], limits: [String: Double] = [:]
  ) {
    self.request = request
    self.comparisons = comparisons
    self.orphans = orphans
    self.fixtures = fixtures
    self.limits = limits
    renders = result.renders
    renderedSeconds = result.renderedSeconds
    elapsedSeconds = result.elapsedSeconds
    results = result.renders.reduce(0) { $0 + $1.count }
    reusedResults = result.reusedResults
  }

  /// What it all comes to: the gravest outcome of any preset.
  package var outcome: Outcome {
    // A run over nothing has checked nothing.
    guard !comparisons.isEmpty, !fixtures.isEmpty else { return .unchecked }
    let gravest = comparisons.map(\.outcome).max() ?? .unchecked
    return orphans.isEmpty ? gravest : max(gravest, .unchecked)
  }
}
