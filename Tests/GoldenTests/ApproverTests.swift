import Golden
import Metrics
import Presets
import Testing

@Suite("Approving")
struct ApproverTests {
  private static let statement = Approver.Statement(
    because: "it is brighter", despite: [], date: "2026-03-01", isOnCI: false)

  @Test("the first approval keeps numbers, versions and readings as the file will hold them")
  func first() throws {
    var renders = [Samples.render("speech-02"), Samples.render(Samples.tone, 1.234_56)]
    renders[0].readings[1].value = -.infinity

    let golden = try #require(try approve(renders, golden: nil))

    #expect(golden.preset == "plain")
    #expect(golden.numbers == Samples.preset.numbers.sorted { $0.key < $1.key })
    #expect(
      golden.metricVersions == ["consonant-retention": 1, "sample-peak": 1, "voice-body": 1])
    #expect(golden.fixtures["speech-01"]?.readings["voice-body-dB"] == 1.235)
    #expect(golden.fixtures["speech-02"]?.readings["sample-peak-dBFS"] == -.infinity)
    #expect(
      golden.approvals == [
        GoldenFile.Approval(date: "2026-03-01", because: "it is brighter", despite: [])
      ])
    #expect(try GoldenFile(text: golden.text, path: "plain.json") == golden)
  }

  @Test("right after an approval the same run is as approved, and there is nothing to approve")
  func again() throws {
    let renders = [Samples.render(Samples.tone, 1.234_56)]
    let golden = try #require(try approve(renders, golden: nil))

    #expect(Samples.compare(renders, with: golden).outcome == .same)
    #expect(try approve(renders, golden: golden) == nil)
  }

  @Test("nothing to approve gives nothing to write")
  func nothingToDo() throws {
    #expect(try approve([Samples.render()]) == nil)
  }

  @Test("an approval is added after the ones before it")
  func history() throws {
    let golden = try #require(try approve([Samples.render(Samples.tone, 4)]))

    #expect(golden.approvals.map(\.because) == ["the first", "it is brighter"])
  }

  @Test("a retune that moves nothing is approved with its new numbers")
  func retune() throws {
    var preset = Samples.preset
    preset.outputGain = 0.25

    let golden = try #require(try approve([Samples.render()], of: preset))

    #expect(golden.numbers.contains(PresetEntry(key: "outputGain", value: .number(0.25))))
    #expect(golden.approvals.count == 2)
  }

  @Test("a build server approves nothing, not even with a reason")
  func onCI() {
    var statement = Self.statement
    statement.isOnCI = true

    #expect(refusal([Samples.render(Samples.tone, 4)], statement: statement) == .onCI)
  }

  @Test("an approval needs a reason", arguments: ["", " ", "\n\t \u{a0}", "...", "- 1."])
  func noReason(because: String) {
    var statement = Self.statement
    statement.because = because

    #expect(refusal([Samples.render(Samples.tone, 4)], statement: statement) == .noReason)
    #expect(throws: GoldenError.refused(.noReason)) { try Approver.checkStatement(statement) }
  }

  @Test("a run in which anything is broken is never approved")
  func broken() {
    let good = Samples.render()
    let failed = Samples.render("speech-02", failures: ["The gate is stuck."])
    let empty = Samples.render("speech-03", readings: [])
    let notANumber = Samples.render(Samples.tone, .nan)
    func findings(_ renders: [MeasuredRender], _ golden: GoldenFile?) -> [String] {
      guard
        case .brokenRun(preset: "plain", let findings)? = refusal(
          renders, golden: golden, despite: ["consonant-retention", "voice-body"])
      else { return [] }
      return findings
    }

    for golden in [Samples.golden(), nil] {
      #expect(findings([good, failed], golden) == ["speech-02: The gate is stuck."])
      #expect(findings([empty, good], golden) == ["speech-03: nothing was measured."])
      #expect(findings([notANumber], golden) == ["speech-01: 'voice-body-dB' is not a number."])
      #expect(findings([], golden) == ["Nothing was rendered."])
    }
  }

  @Test("a fixture that the golden has and the corpus has not is given up by name alone")
  func lostFixtures() throws {
    let golden = Samples.golden(["speech-01", "speech-02", "speech-03"].map { Samples.render($0) })
    let renders = [Samples.render()]
    var statement = Self.statement

    #expect(
      refusal(renders, golden: golden)
        == .lostFixtures(preset: "plain", fixtures: ["speech-02", "speech-03"]))
    statement.withoutFixtures = ["speech-03"]
    #expect(
      refusal(renders, golden: golden, statement: statement)
        == .lostFixtures(preset: "plain", fixtures: ["speech-02"]))
    statement.withoutFixtures = ["speech-02", "speech-03"]
    let approved = try approve(renders, golden: golden, statement: statement)
    #expect(approved?.fixtures.keys.sorted() == ["speech-01"])
  }

  @Test("a metric that is no longer measured is approved away with a reason")
  func lostMetric() throws {
    let render = Samples.render(readings: Array(Samples.readings.prefix(2)))

    let golden = try #require(try approve([render]))

    #expect(golden.metricVersions["voice-body"] == nil)
  }

  @Test("without its anchor a preset is not approved, whatever it sounds like")
  func lostAnchor() {
    let renders = [Samples.render(Samples.tone, 4)]
    let comparison = Comparer(judge: Judge(limits: [:])).compare(
      renders, of: Samples.preset, with: Samples.golden(), anchor: nil, isWholeCorpus: true)

    #expect(throws: GoldenError.refused(.lostAnchor(preset: "plain"))) {
      try Approver(judge: Judge(limits: [:])).approve(
        renders, comparison: comparison, golden: Samples.golden(), statement: Self.statement)
    }
  }

  @Test("the readings that hurt are named with what they are held against, the worst first")
  func harmedReadings() {
    var renders = [Samples.render(Samples.consonants, -4), Samples.render("speech-02")]
    renders[1].readings[0].value = -9
    renders[1].readings[1].value = 0
    let comparison = Samples.compare(
      renders, with: Samples.golden([renders[0], Samples.render("speech-02")]))
    let first = Samples.compare(renders, with: nil)
    let approver = Approver(judge: Judge(limits: [:]))

    #expect(
      approver.harmedReadings(renders, comparison: first).map(\.harm)
        == [.acrossLimit(-1), .acrossLimit(-6)].reversed())
    #expect(
      approver.harmedReadings(renders, comparison: first).map(\.measured) == [-9, 0])
    #expect(approver.harmedReadings(renders, comparison: comparison).map(\.measured) == [-9, 0])
    #expect(
      approver.harmedReadings(renders, comparison: first).first?.place?.word == "left")
  }

  @Test("harm is approved only where each metric that is hurt is named")
  func harm() throws {
    var render = Samples.render(Samples.consonants, -4)
    render.readings[1].value = 0

    #expect(
      refusal([render]) == .harm(preset: "plain", metrics: ["consonant-retention", "sample-peak"]))
    #expect(
      refusal([render], despite: ["consonant-retention", "voice-body"])
        == .harm(preset: "plain", metrics: ["sample-peak"]))
    let golden = try approve([render], despite: ["sample-peak", "consonant-retention"])
    #expect(golden?.approvals.last?.despite == ["consonant-retention", "sample-peak"])
  }

  @Test("the record of an approval names what was harmed, once, and nothing else")
  func despite() throws {
    let golden = try approve(
      [Samples.render(Samples.consonants, -4)],
      despite: ["voice-body", "consonant-retention", "sample-peak", "consonant-retention"])

    #expect(golden?.approvals.last?.despite == ["consonant-retention"])
  }

  @Test("without a golden, the absolute limits say what is harm")
  func firstHarm() {
    let muffled = Samples.render(Samples.consonants, -7)

    #expect(
      refusal([muffled], golden: nil)
        == .harm(preset: "plain", metrics: ["consonant-retention"]))
    #expect(refusal([Samples.render(Samples.consonants, -6)], golden: nil) == nil)
    #expect(
      refusal(
        [Samples.render()], golden: nil, limits: ["consonant-retention-dB": -1.5])
        == .harm(preset: "plain", metrics: ["consonant-retention"]))
  }

  @Test("a fixture, or a definition, that is new to the golden is held against the limits")
  func newHarm() {
    let muffled = Samples.render(Samples.consonants, -7)
    let harm = GoldenError.Refusal.harm(preset: "plain", metrics: ["consonant-retention"])
    var otherDefinition = Samples.golden([muffled])
    otherDefinition.metricVersions["consonant-retention"] = 2
    var otherFixture = Samples.golden([muffled])
    otherFixture.fixtures["speech-01"]?.fixtureDigest = "f1"

    #expect(refusal([muffled], golden: otherDefinition) == harm)
    #expect(refusal([muffled], golden: otherFixture) == harm)
    #expect(refusal([muffled], golden: Samples.golden([muffled])) == nil)
  }

  /// Each step is small enough to be approved by itself; 1 dB is allowed, and twice that in all.
  @Test(
    "steps however small never add up to more than the budget", arguments: [0.05, 0.2, 0.3, 0.75])
  func manySteps(step: Double) throws {
    let anchor = Samples.golden()
    var golden = Samples.golden()
    var value = -2.0
    var refused: GoldenError.Refusal?
    for _ in 0..<100 where refused == nil {
      let renders = [Samples.render(Samples.consonants, value - step)]
      do {
        golden = try approve(renders, golden: golden, anchor: anchor) ?? golden
        value -= step
      } catch {
        guard case .refused(let refusal) = error else { throw error }
        refused = refusal
      }
    }

    #expect(refused == .harm(preset: "plain", metrics: ["consonant-retention"]))
    // The readings are rounded to thousandths, once a step.
    #expect(value >= -4.001)
    #expect(value <= -4 + step)
  }

  @Test("steps however small never cross the limit unnamed")
  func stepsAcrossLimit() throws {
    let golden = Samples.golden([Samples.render(Samples.consonants, -5.9)])
    let renders = [Samples.render(Samples.consonants, -6.1)]

    #expect(Samples.compare(renders, with: golden).outcome == .same)
    #expect(
      refusal(renders, golden: golden)
        == .harm(preset: "plain", metrics: ["consonant-retention"]))
    #expect(
      try approve(renders, golden: golden, despite: ["consonant-retention"])?.approvals.last?
        .despite == ["consonant-retention"])
  }

  @Test("every refusal is a sentence that says what to do")
  func sentences() {
    let refusals: [(GoldenError.Refusal, String)] = [
      (.onCI, "CI"), (.noReason, "--because"),
      (.brokenRun(preset: "plain", findings: ["speech-02: The gate is stuck."]), "stuck"),
      (.partialRun(preset: "plain"), "--fixture"),
      (.lostFixtures(preset: "plain", fixtures: ["a", "b"]), "--without-fixture b"),
      (.lostAnchor(preset: "plain"), "harness accept --release"),
      (.harm(preset: "plain", metrics: ["a", "b"]), "--despite a --despite b"),
    ]
    for (refusal, words) in refusals {
      #expect(GoldenError.refused(refusal).description.contains(words))
      #expect(GoldenError.refused(refusal).description.hasSuffix("."))
    }
  }

  private func approve(
    _ renders: [MeasuredRender], of preset: AudioPreset = Samples.preset,
    golden: GoldenFile? = Samples.golden(), anchor: GoldenFile? = nil,
    statement: Approver.Statement = statement, despite: [String] = [],
    limits: [String: Double] = [:]
  ) throws(GoldenError) -> GoldenFile? {
    var statement = statement
    statement.despite = despite
    return try Approver(judge: Judge(limits: limits)).approve(
      renders,
      comparison: Samples.compare(
        renders, of: preset, with: golden, anchor: anchor, limits: limits),
      golden: golden, statement: statement)
  }

  private func refusal(
    _ renders: [MeasuredRender], golden: GoldenFile? = Samples.golden(),
    statement: Approver.Statement = statement, despite: [String] = [],
    limits: [String: Double] = [:]
  ) -> GoldenError.Refusal? {
    do {
      _ = try approve(
        renders, golden: golden, statement: statement, despite: despite, limits: limits)
      return nil
    } catch {
      guard case .refused(let refusal) = error else { return nil }
      return refusal
    }
  }
}
