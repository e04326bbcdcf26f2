import Golden
import Report
import Testing

/// What a report tells a person to run must run when it is pasted.
@Suite("The next commands")
struct NextCommandsTests {
  private typealias Option = RunReport.Request.Option

  @Test("the next command repeats the options of this one, each command those that it has")
  func options() {
    let report = Samples.report(
      [Samples.hurt], settings: ["outputGain=3", "eqBands.1.gain=-2.5"],
      options: [
        Option(name: "--golden", value: "Other/golden"), Option(name: "--presets", value: "Mine"),
      ], program: "scripts/harness")
    let text = TextReport(report).full

    // Without its folder of presets one would listen to another sound than that of the report.
    #expect(
      text.contains(
        "listen with: scripts/harness render --preset plain --set outputGain=3 "
          + "--set eqBands.1.gain=-2.5 --presets Mine IN.wav OUT.wav\n"))
    #expect(
      text.contains(
        "scripts/harness accept --preset plain --golden Other/golden --presets Mine --because"))
    #expect(text.contains("write the numbers into the preset's file"))
  }

  @Test("what a shell would take apart is quoted in the commands")
  func quoted() {
    let report = Samples.report(
      [Samples.hurt], settings: ["reverbPreset=$(rm x)"],
      options: [
        Option(name: "--golden", value: "My goldens"),
        Option(name: "--corpus", value: "it's;here"), Option(name: "--presets", value: "*"),
      ], program: "/opt/my tools/harness")
    let text = TextReport(report).full

    #expect(text.contains("'/opt/my tools/harness' accept --preset plain "))
    #expect(
      text.contains(" --golden 'My goldens' --corpus 'it'\\''s;here' --presets '*' --because"))
    #expect(text.contains(" --set 'reverbPreset=$(rm x)' --presets '*' IN.wav"))
  }

  @Test("without changes of the run the numbers are in the file already")
  func withoutSettings() {
    let text = TextReport(Samples.report([Samples.hurt])).full

    #expect(text.contains("  next: listen with: harness render --preset plain IN.wav OUT.wav\n"))
    #expect(!text.contains("write the numbers"))
  }

  @Test("a preset without a golden is to be listened to and approved", arguments: [true, false])
  func withoutGolden(isBrief: Bool) {
    let report = Samples.report(
      [Samples.withoutGolden()],
      options: [
        Option(name: "--presets", value: "my presets"), Option(name: "--golden", value: "G"),
      ], program: "scripts/harness")
    let text = isBrief ? TextReport(report).brief : TextReport(report).full

    #expect(
      text.contains(
        """
          not checked:
            The preset 'plain' has no golden.
          next: listen with: scripts/harness render --preset plain --presets 'my presets' \
        IN.wav OUT.wav
                if it is as intended: scripts/harness accept --preset plain \
        --presets 'my presets' --golden G --because "..."

        """))
    #expect(!text.contains("mend what"))
  }

  @Test("a preset without a golden that does not render either is to be mended first")
  func brokenWithoutGolden() {
    var comparison = Samples.withoutGolden()
    comparison.findings += Samples.unchecked("The gate is stuck.").findings(.invalid)
    let text = TextReport(Samples.report([comparison])).full

    #expect(text.contains("next: mend what is named above, then run: harness check --preset"))
    #expect(!text.contains("accept"))
  }

  @Test(
    "another fixture or metric than was approved can be approved",
    arguments: [
      Cause.fixture, .metricVersion,
    ])
  func approveAgain(cause: Cause) {
    var comparison = Samples.unchecked("Another: approve the preset again.")
    comparison.cause = cause
    let text = TextReport(Samples.report([comparison])).full

    #expect(text.contains("then run: harness check --preset plain\n"))
    #expect(text.contains("if it is intended: harness accept --preset plain --because \"...\"\n"))
  }
}
