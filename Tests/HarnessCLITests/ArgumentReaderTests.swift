import Testing

@testable import HarnessCLI

@Suite("Argument reader")
struct ArgumentReaderTests {
  @Test("a value may stand after its option or after a sign of equality")
  func forms() throws {
    for words in [["--preset", "denoise"], ["--preset=denoise"]] {
      var reader = ArgumentReader(words)
      #expect(try reader.option("--preset") == "denoise")
      try reader.finish()
    }
  }

  @Test("an assignment may be a value in both forms, and keeps its own sign of equality")
  func assignments() throws {
    var reader = ArgumentReader(["--set=eqBands.0.gain=3", "--set", "outputGain=-6"])

    #expect(try reader.options("--set") == ["eqBands.0.gain=3", "outputGain=-6"])
    try reader.finish()
  }

  @Test("a value may start with one dash", arguments: ["-6", "-", "-inf", "-x"])
  func negative(value: String) throws {
    var reader = ArgumentReader(["--level", value])

    #expect(try reader.option("--level") == value)
    try reader.finish()
  }

  @Test(
    "a word that looks like an option is no value",
    arguments: [["--json"], ["--json", "--quiet"], ["--json", "--"], ["--json", "--junit", "x"]])
  func missingValue(words: [String]) {
    var reader = ArgumentReader(words)

    #expect(throws: UsageError("The option '--json' needs a value.")) {
      _ = try reader.option("--json")
    }
  }

  @Test("after a sign of equality a value may look like an option, or be empty")
  func looksLikeOption() throws {
    var reader = ArgumentReader(["--because=--quiet is louder", "--json="])

    #expect(try reader.option("--because") == "--quiet is louder")
    #expect(try reader.option("--json")?.isEmpty == true)
    try reader.finish()
  }

  @Test("an option that may stand once is refused when it stands twice, in whatever form")
  func twice() {
    var reader = ArgumentReader(["--jobs", "2", "--jobs=3"])

    #expect(throws: UsageError("The option '--jobs' is given twice.")) {
      _ = try reader.option("--jobs")
    }
  }

  @Test("an option is not taken for a longer or a shorter one")
  func prefixes() throws {
    var reader = ArgumentReader(["--presets", "folder", "--preset", "warm"])

    #expect(try reader.options("--preset") == ["warm"])
    #expect(try reader.option("--presets") == "folder")
    try reader.finish()
  }

  @Test("positional words come in order, between the options; one dash is a word")
  func positional() throws {
    var reader = ArgumentReader(["in.wav", "--quiet", "-", "out.wav"])

    let isQuiet = reader.flag("--quiet")
    let words = (0..<4).map { _ in reader.positional() }

    #expect(isQuiet)
    #expect(words == ["in.wav", "-", "out.wav", nil])
    try reader.finish()
  }

  @Test(
    "what is left over is refused by its name",
    arguments: [
      (["--quite"], "There is no option '--quite' here."),
      (["-q"], "There is no option '-q' here."),
      (["--"], "There is no option '--' here."),
      (["stray"], "'stray' is not expected here."),
      (["--quiet=yes"], "There is no option '--quiet=yes' here."),
      (["--quiet", "--quiet"], "There is no option '--quiet' here."),
    ])
  func leftOver(words: [String], sentence: String) {
    var reader = ArgumentReader(words)
    _ = reader.flag("--quiet")

    #expect(throws: UsageError(sentence)) { try reader.finish() }
  }
}
