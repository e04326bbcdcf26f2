package import Metrics
package import Presets

/// Why a preset's readings may differ from its golden.
package enum Cause: String, Hashable, Sendable {
  /// Nothing differs.
  case none
  /// The preset's numbers are not the approved ones.
  case retune
  /// The numbers are the approved ones, and yet the sound has changed: the code did it.
  case chain
  /// A fixture is not the one that was approved.
  case fixture
  /// A metric is defined in another way than when it was approved.
  case metricVersion
  /// The preset has no golden.
  case missingGolden
}

/// What one reading, or the lack of it, comes to.
package struct Finding: Hashable, Sendable {
  /// The fixture; empty for what concerns the whole preset.
  package var fixture: String
  /// The name of the reading, or of what is missing.
  package var name: String
  /// What was measured; nil where nothing was.
  package var metric: MetricDescription?
  /// The verdict.
  package var verdict: Verdict
  /// The approved value.
  package var golden: Double?
  /// The value of the last release; nil where there is none to go by.
  package var anchor: Double?
  /// The value of this run.
  package var measured: Double?
  /// Why it counts as worse.
  package var harm: Harm?
  /// Where it was measured.
  package var place: Place?
  /// What is wrong, where there is nothing to judge by.
  package var problem: String?

  /// Creates a finding.
  package init(
    fixture: String, name: String, metric: MetricDescription? = nil, verdict: Verdict,
    golden: Double? = nil, anchor: Double? = nil, measured: Double? = nil, harm: Harm? = nil,
    place: Place? = nil, problem: String? = nil
  ) {
    self.fixture = fixture
    self.name = name
    self.metric = metric
    self.verdict = verdict
    self.golden = golden
    self.anchor = anchor
    self.measured = measured
    self.harm = harm
    self.place = place
    self.problem = problem
  }
}

/// What comparing the renders of one preset with its golden says.
package struct Comparison: Sendable {
  /// The preset.
  package var preset: AudioPreset
  /// Why anything differs.
  package var cause: Cause
  /// How the numbers differ from the approved ones.
  package var changes: [PresetDifference]
  /// One finding for each reading, and one for each thing that is missing.
  package var findings: [Finding]
  /// How far the sound is from the approved sound, where the numbers differ.
  package var deltas: [Finding]
  /// How many renders were the same to the bit as the approved ones.
  package var identicalRenders: Int
  /// Whether there is a golden, but no anchor to hold small steps against.
  package var hasLostAnchor = false

  /// Creates a comparison.
  package init(
    preset: AudioPreset, cause: Cause, changes: [PresetDifference], findings: [Finding],
    deltas: [Finding], identicalRenders: Int
  ) {
    self.preset = preset
    self.cause = cause
    self.changes = changes
    self.findings = findings
    self.deltas = deltas
    self.identicalRenders = identicalRenders
  }

  /// The findings of one verdict.
  package func findings(_ verdict: Verdict) -> [Finding] {
    // By place and not one by one: a finding is large to copy, and most are not wanted.
    findings.indices.filter { findings[$0].verdict == verdict }.map { findings[$0] }
  }

  /// How many findings there are of one verdict.
  package func count(_ verdict: Verdict) -> Int { Self.count(verdict, of: findings) }

  /// What it all comes to.
  package var outcome: Outcome {
    if count(.worse) > 0 { return .hurt }
    // Zero comparisons is not success.
    if findings.isEmpty || count(.invalid) > 0 { return .unchecked }
    let hasMoved = count(.moved) > 0 || Self.count(.moved, of: deltas) > 0
    return cause == .retune || hasMoved ? .changed : .same
  }

  private static func count(_ verdict: Verdict, of findings: [Finding]) -> Int {
    findings.indices.count { findings[$0].verdict == verdict }
  }
}

/// What a run comes to, in the order of the exit codes' weight.
package enum Outcome: Int, Hashable, Sendable, Comparable {
  /// Everything is as approved, or better.
  case same = 0
  /// Something has changed and needs approval.
  case changed = 1
  /// Something could not be checked.
  case unchecked = 2
  /// Speech is hurt.
  case hurt = 3

  package static func < (left: Outcome, right: Outcome) -> Bool { left.rawValue < right.rawValue }

  /// The exit code that scripts see.
  package var exitCode: Int32 {
    switch self {
    case .same: 0
    case .hurt: 1
    case .unchecked: 2
    case .changed: 3
    }
  }
}
