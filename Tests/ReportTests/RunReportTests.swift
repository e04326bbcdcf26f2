import Golden
import Report
import Testing

@Suite("What a run comes to")
struct RunReportTests {
  @Test("a run over nothing is not checked")
  func nothing() {
    #expect(Samples.report([]).outcome == .unchecked)
    #expect(Samples.report([Samples.same()], fixtures: []).outcome == .unchecked)
    #expect(Samples.report([], fixtures: []).outcome.exitCode == 2)
  }

  @Test("a run comes to the gravest of its presets")
  func gravest() {
    let same = Samples.same()
    let unchecked = Samples.unchecked("The gate is stuck.")

    #expect(Samples.report([same, same]).outcome == .same)
    #expect(Samples.report([Samples.retuned, same]).outcome == .changed)
    #expect(Samples.report([unchecked, Samples.retuned]).outcome == .unchecked)
    #expect(Samples.report([unchecked, Samples.hurt, same]).outcome == .hurt)
  }

  @Test("a golden without a preset is something that was not checked, and hides no harm")
  func orphans() {
    #expect(Samples.report([Samples.same()], orphans: ["old"]).outcome == .unchecked)
    #expect(Samples.report([Samples.retuned], orphans: ["old"]).outcome == .unchecked)
    #expect(Samples.report([Samples.hurt], orphans: ["old"]).outcome == .hurt)
  }
}
