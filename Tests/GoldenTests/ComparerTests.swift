import Golden
import Metrics
import Presets
import Testing

/// A comparer is trusted only once it has been seen to fail.
@Suite("Comparing renders with a golden")
struct ComparerTests {
  @Test("a render that is as approved gives the same for every reading")
  func same() {
    let comparison = Samples.compare([Samples.render()])

    #expect(comparison.findings.map(\.verdict) == [.same, .same, .same])
    #expect(comparison.cause == .none)
    #expect(comparison.outcome == .same)
    #expect(comparison.identicalRenders == 1)
  }

  /// Processors round differently: a digest is a hint and never a verdict.
  @Test("another digest with the same readings is still the same")
  func digest() {
    let comparison = Samples.compare([Samples.render(renderDigest: "r1")])

    #expect(comparison.outcome == .same)
    #expect(comparison.identicalRenders == 0)
  }

  /// 0.2501 reads as 0.250 in the file, so the file after an approval is as the run was.
  @Test("a reading is judged as the file would hold it")
  func asHeld() {
    let comparison = Samples.compare([Samples.render(Samples.tone, 1.250_4)])

    #expect(comparison.outcome == .same)
  }

  @Test(
    "a reading that moves, or is no number, is a finding with its place",
    arguments: [
      (-1.5, .better, .same), (-2.5, .moved, .changed), (-3.5, .worse, .hurt),
      (-.infinity, .worse, .hurt), (.nan, .invalid, .unchecked),
    ] as [(Double, Verdict, Outcome)])
  func moved(measured: Double, verdict: Verdict, outcome: Outcome) throws {
    let comparison = Samples.compare([Samples.render(Samples.consonants, measured)])
    let finding = try #require(comparison.findings.first { $0.metric == Samples.consonants })

    #expect(finding.verdict == verdict)
    #expect(finding.golden == -2)
    #expect(finding.place?.word == "left")
    #expect((finding.problem != nil) == (verdict == .invalid))
    #expect((finding.harm != nil) == (verdict == .worse))
    #expect(comparison.cause == (verdict == .invalid ? .none : .chain))
    #expect(comparison.outcome == outcome)
  }

  @Test("a reading that the golden lacks is not checked")
  func missingInGolden() {
    var golden = Samples.golden()
    golden.fixtures["speech-01"]?.readings["voice-body-dB"] = nil

    expectOneProblem(
      Samples.compare([Samples.render()], with: golden), name: "voice-body-dB", "no golden")
  }

  @Test("a reading that was not measured any more is not checked")
  func missingInRun() {
    let render = Samples.render(readings: Array(Samples.readings.dropLast()))

    expectOneProblem(Samples.compare([render]), name: "voice-body-dB", "was not measured")
  }

  @Test("a fixture that the golden lacks is not checked")
  func missingFixture() {
    let comparison = Samples.compare([Samples.render(), Samples.render("speech-02")])

    expectOneProblem(comparison, name: "speech-02", "no readings of this fixture")
  }

  @Test("a fixture of the golden that was not run is missed only in a run of all fixtures")
  func orphanedFixture() {
    let golden = Samples.golden([Samples.render(), Samples.render("speech-02")])

    expectOneProblem(
      Samples.compare([Samples.render()], with: golden), name: "speech-02",
      "the corpus does not hold it")
    #expect(
      Samples.compare([Samples.render()], with: golden, isWholeCorpus: false).outcome == .same)
  }

  @Test("another fixture of the same name is not compared")
  func changedFixture() {
    let comparison = Samples.compare([
      Samples.render(fixtureDigest: "f1"), Samples.render("speech-01", fixtureDigest: "f1"),
    ])

    #expect(comparison.findings.map(\.verdict) == [.invalid, .invalid])
    #expect(comparison.cause == .fixture)
    #expect(comparison.outcome == .unchecked)
    #expect(comparison.identicalRenders == 0)
  }

  @Test("readings of another definition of a metric are not compared", arguments: [2, nil])
  func changedMetric(version: Int?) {
    var golden = Samples.golden()
    golden.metricVersions["voice-body"] = version

    let comparison = Samples.compare([Samples.render()], with: golden)

    #expect(comparison.cause == .metricVersion)
    expectOneProblem(comparison, name: "voice-body-dB", "version 1")
  }

  @Test("nothing rendered is nothing checked", arguments: [true, false])
  func nothing(isWholeCorpus: Bool) {
    let comparison = Samples.compare([], isWholeCorpus: isWholeCorpus)

    #expect(comparison.outcome == .unchecked)
    #expect(comparison.outcome.exitCode == 2)
  }

  @Test("a golden that holds nothing checks nothing")
  func emptyGolden() {
    let golden = Samples.golden([])

    #expect(Samples.compare([], with: golden).outcome == .unchecked)
    #expect(Samples.compare([Samples.render()], with: golden).outcome == .unchecked)
  }

  @Test("a render on which nothing was measured is not checked")
  func nothingMeasured() {
    expectOneProblem(
      Samples.compare([Samples.render(readings: [])]), name: "speech-01", "Nothing was measured")
  }

  @Test("each failure of a render is a finding, and what was measured is still compared")
  func failures() {
    let render = Samples.render(failures: ["The gate is stuck.", "The room is full."])
    let comparison = Samples.compare([render])

    #expect(comparison.findings(.invalid).map(\.problem) == render.failures)
    #expect(comparison.findings(.same).count == 3)
    #expect(comparison.outcome == .unchecked)
  }

  @Test("a failed render without readings says why, and not that nothing was measured")
  func failedRender() {
    let render = Samples.render(readings: [], failures: ["The file is gone."])

    expectOneProblem(Samples.compare([render]), name: "speech-01", "The file is gone.")
  }

  @Test("a preset without a golden is not checked, and says how to approve it")
  func missingGolden() {
    let render = Samples.render("speech-02", readings: [], failures: ["The file is gone."])
    let comparison = Samples.compare([Samples.render(), render], with: nil)

    #expect(comparison.cause == .missingGolden)
    #expect(comparison.outcome == .unchecked)
    #expect(comparison.findings.allSatisfy { $0.verdict == .invalid })
    #expect(comparison.findings.first?.problem == "The file is gone.")
    #expect(comparison.findings.last?.problem?.contains("accept --preset plain") == true)
  }

  @Test("a retune needs approval even where no reading has moved")
  func retune() {
    var preset = Samples.preset
    preset.outputGain = 0.25

    let comparison = Samples.compare([Samples.render()], of: preset)

    #expect(comparison.cause == .retune)
    #expect(comparison.changes.map(\.key) == ["outputGain"])
    #expect(comparison.outcome == .changed)
    #expect(comparison.outcome.exitCode == 3)
  }

  @Test("the words of a preset are no retune")
  func words() {
    var preset = Samples.preset
    preset.name = "Plainer"
    preset.eqBands[0].note = "A better reason."

    #expect(Samples.compare([Samples.render()], of: preset).outcome == .same)
  }

  @Test("a distance from the approved sound is kept apart from the readings")
  func deltas() {
    let delta = Samples.metric(
      "spectral-delta", .decibels, .neither, protectsSpeech: false, tolerance: 0.05)
    let render = Samples.render(deltas: [Reading(metric: delta, value: 3)])
    let comparison = Samples.compare([render])

    #expect(comparison.findings.count == 3)
    #expect(comparison.deltas.map(\.verdict) == [.moved])
    #expect(comparison.deltas.first?.golden == 0)
    #expect(comparison.outcome == .changed)
  }

  @Test("a golden without an anchor is a finding, for small steps could add up unseen")
  func lostAnchor() {
    let comparison = Comparer(judge: Judge(limits: [:])).compare(
      [Samples.render()], of: Samples.preset, with: Samples.golden(), anchor: nil,
      isWholeCorpus: true)

    #expect(comparison.hasLostAnchor)
    #expect(comparison.outcome == .unchecked)
    #expect(comparison.findings(.invalid).count == 1)
    #expect(
      comparison.findings(.invalid).first?.problem?.contains("harness accept --release") == true)
    #expect(!Samples.compare([Samples.render()], with: nil).hasLostAnchor)
  }

  @Test("small approved steps are held against the anchor")
  func anchor() {
    let anchor = Samples.golden([Samples.render(Samples.consonants, -1)])
    let golden = Samples.golden([Samples.render(Samples.consonants, -2.75)])
    let step = [Samples.render(Samples.consonants, -3.25)]

    let comparison = Samples.compare(step, with: golden, anchor: anchor)

    #expect(comparison.findings(.worse).map(\.harm) == [.beyondBudget(anchor: -1, budget: 2)])
    #expect(Samples.compare(step, with: golden).findings(.worse).isEmpty)
  }

  @Test("an anchor of another recording, or of another definition, says nothing")
  func strangeAnchor() {
    let golden = Samples.golden([Samples.render(Samples.consonants, -2.75)])
    let step = [Samples.render(Samples.consonants, -3.25)]
    var recording = Samples.golden([Samples.render(Samples.consonants, -1)])
    recording.fixtures["speech-01"]?.fixtureDigest = "f1"
    var definition = Samples.golden([Samples.render(Samples.consonants, -1)])
    definition.metricVersions["consonant-retention"] = 2

    #expect(Samples.compare(step, with: golden, anchor: recording).findings(.worse).isEmpty)
    #expect(Samples.compare(step, with: golden, anchor: definition).findings(.worse).isEmpty)
  }

  @Test("harm outweighs what was not checked, and that outweighs a change")
  func precedence() {
    var retuned = Samples.preset
    retuned.outputGain = 1
    let hurt = Samples.render(Samples.consonants, -5)
    let broken = Samples.render(failures: ["The gate is stuck."])

    #expect(Samples.compare([hurt, broken], of: retuned).outcome == .hurt)
    #expect(Samples.compare([broken], of: retuned).outcome == .unchecked)
    #expect(Samples.compare([Samples.render()], of: retuned).outcome == .changed)
    #expect([Outcome.hurt, .same, .unchecked, .changed].max() == .hurt)
    #expect([Outcome.same, .unchecked, .changed].max() == .unchecked)
    #expect([Outcome.same, .changed].max() == .changed)
  }

  @Test("an outcome has the exit code that the documents promise")
  func exitCodes() {
    let codes = [Outcome.same, .hurt, .unchecked, .changed].map(\.exitCode)

    #expect(codes == [0, 1, 2, 3])
  }

  private func expectOneProblem(
    _ comparison: Comparison, name: String, _ words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let invalid = comparison.findings(.invalid)
    #expect(invalid.map(\.name) == [name], sourceLocation: sourceLocation)
    #expect(
      invalid.first?.problem?.contains(words) == true, sourceLocation: sourceLocation)
    #expect(comparison.outcome == .unchecked, sourceLocation: sourceLocation)
    #expect(comparison.outcome.exitCode == 2, sourceLocation: sourceLocation)
  }
}
