import Corpus
import Report
import Speech

/// `harness corpus add`: brings your own recordings into a corpus.
struct CorpusAddCommand: Command {
  static let help = """
    OVERVIEW: Add recordings of your own to a corpus, in the format they have, and say what each can
    and cannot prove. Speech becomes three fixtures, at active levels of -18, -26 and -34 dBov after
    ITU-T P.56; noise becomes one, at its own level. All files are added, or none.

    USAGE: harness corpus add FILE... --licence L --origin TEXT [OPTIONS]

    OPTIONS:
      --licence L       The licence of the recording, such as CC0-1.0; also --license.
      --origin TEXT     Where it comes from: who speaks, where, recorded with what.
      --kind KIND       speech, silence, rumble, hiss, hum, babble or clicks. (default: speech)
      --labels FILE     Labels: a Praat TextGrid, or an Audacity label track whose labels name their
                        tiers ("final-consonant: T"); for one FILE.
      --id ID           The name in the corpus, for one FILE. (default: that of the file)
      --voice NAME      The speaker. (default: the id)
      --sex SEX         female or male. (default: by the fundamental, under 165 Hz male)
      --language CODE   The language, as in ISO 639-1. (default: und)
      --note TEXT       What the recording is good for.
      --reference       Leave the file where it is and note its path, instead of copying it.
      --corpus DIR      The folder of the corpus; it is made where there is none. (default: Corpus)
      -h, --help        Show this help.

    EXIT STATUS:
      0 added   2 a file cannot be added   64 usage
    """

  private let paths: [String]
  private let wishes: NewRecording.Wishes
  private let folder: String?

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    let british = try arguments.option("--licence")
    let american = try arguments.option("--license")
    guard british == nil || american == nil else {
      throw UsageError("The licence is given twice.")
    }
    guard let licence = british ?? american, !licence.isEmpty else {
      throw UsageError("'corpus add' needs --licence: nobody may use a recording without one.")
    }
    guard let origin = try arguments.option("--origin"), !origin.isEmpty else {
      throw UsageError("'corpus add' needs --origin: where the recording comes from.")
    }
    var wishes = NewRecording.Wishes(licence: licence, origin: origin)
    if let text = try arguments.option("--kind") {
      guard let kind = CorpusManifest.Kind(rawValue: text), kind != .mix else {
        let kinds = CorpusManifest.Kind.allCases.filter { $0 != .mix }.map(\.rawValue)
        throw UsageError(
          "'--kind' is '\(text)', but must be one of \(kinds.joined(separator: ", ")).")
      }
      wishes.kind = kind
    }
    wishes.labelsPath = try arguments.option("--labels")
    wishes.id = try arguments.option("--id")
    wishes.voice = try arguments.option("--voice")
    wishes.sex = try arguments.option("--sex")
    if let sex = wishes.sex, !["female", "male"].contains(sex) {
      throw UsageError("'--sex' is '\(sex)', but must be 'female' or 'male'.")
    }
    if let language = try arguments.option("--language") { wishes.language = language }
    wishes.note = try arguments.option("--note")
    wishes.isReference = arguments.flag("--reference")
    folder = try arguments.option("--corpus")
    var paths: [String] = []
    while let path = arguments.positional() { paths.append(path) }
    guard !paths.isEmpty else { throw UsageError("'corpus add' needs the files to add.") }
    guard paths.count == 1 || (wishes.id == nil && wishes.labelsPath == nil) else {
      throw UsageError("--id and --labels are for one file at a time.")
    }
    guard wishes.kind == .speech || wishes.labelsPath == nil else {
      throw UsageError(
        "Labels are for speech: a recording of kind '\(wishes.kind.rawValue)' has none.")
    }
    self.paths = paths
    self.wishes = wishes
  }

  func run(in workspace: Workspace) throws -> Int32 {
    let folder = folder ?? workspace.corpusFolder
    var recordings: [NewRecording] = []
    for path in paths { recordings.append(try NewRecording(path: path, wishes: wishes)) }
    let fixtures = try CorpusEditor(folder: folder).add(recordings)
    let output = Output(isQuiet: false)
    for recording in recordings {
      output.write("\(recording.path): added as '\(recording.id)'\n")
      for remark in recording.remarks { output.write("  \(remark)\n") }
    }
    output.write("fixtures: \(fixtures.joined(separator: ", "))\n")
    let corpus = self.folder.map { " --corpus \(ShellText.word($0))" } ?? ""
    output.write("next: \(workspace.program) corpus verify\(corpus)\n")
    if let recording = recordings.first(where: \.needsLabels) {
      output.write(
        "      \(workspace.program) corpus label \(ShellText.word(recording.path)) --textgrid "
          + "\(recording.id).TextGrid\n")
    }
    output.write(
      "      \(workspace.program) report --preset denoise\(corpus) --fixture \(fixtures[0])\n")
    return 0
  }
}

extension NewRecording {
  /// Whether consonants can only be judged once somebody labels the recording.
  fileprivate var needsLabels: Bool { wishes.kind == .speech && obstruentCount == nil }

  /// What the recording can and cannot prove, a sentence each.
  fileprivate var remarks: [String] {
    let remarks = (fileNote.map { [$0] } ?? []) + facts.remarks
    guard wishes.kind == .speech else { return remarks }
    let labels: String
    if let obstruentCount {
      labels =
        obstruentCount == 0
        ? "No labelled obstruents: it proves nothing about quiet consonants."
        : "\(obstruentCount) labelled obstruents can be followed through a preset."
    } else {
      labels =
        "No labels: levels and tone are judged, single consonants, words and pauses are not."
    }
    return remarks + [labels]
  }
}
