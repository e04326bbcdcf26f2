import AudioFile
import Corpus
import Foundation
import Signal
import Speech

/// `harness corpus label`: makes, takes, gives out and scores the labels of recordings.
struct CorpusLabelCommand: Command {
  static let help = """
    OVERVIEW: Find speech, pauses, voiced stretches and obstruents in a recording, from the signal
    alone and in any language, and write them as labels to be corrected by hand; or take corrected
    labels in, give labels out, or score the machine's labels against those of a person.

    USAGE: harness corpus label NAME [--textgrid FILE] [--audacity FILE]
           harness corpus label NAME --export [--textgrid FILE] [--audacity FILE]
           harness corpus label SOURCE --import FILE
           harness corpus label [SOURCE...] --score [--json FILE]

      NAME is a source of the corpus or a file; SOURCE is a source.

    OPTIONS:
      --textgrid FILE    Write the labels as a Praat TextGrid; '-' is standard output. (default:
                         NAME.TextGrid)
      --audacity FILE    Write them as an Audacity label track.
      --export           Write the labels that a source has, instead of the machine's.
      --import FILE      Make a TextGrid or an Audacity label track the labels of a source.
      --score            Compare the machine's labels with those that sources have. (default: all)
      --json FILE        Write the scores as JSON.
      --corpus DIR       The folder of a corpus; may be repeated. (default: Corpus)
      -h, --help         Show this help.

    EXIT STATUS:
      0 done   2 labels or a recording cannot be used   64 usage
    """

  private enum Work {
    case label(String)
    case export(String)
    case take(String, labels: String)
    case score([String])
  }

  private let work: Work
  private let textGridPath: String?
  private let audacityPath: String?
  private let jsonPath: String?
  private let folders: [String]

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    textGridPath = try arguments.option("--textgrid")
    audacityPath = try arguments.option("--audacity")
    jsonPath = try arguments.option("--json")
    folders = try arguments.options("--corpus")
    let exports = arguments.flag("--export")
    let scores = arguments.flag("--score")
    let imported = try arguments.option("--import")
    var names: [String] = []
    while let name = arguments.positional() { names.append(name) }
    guard [exports, scores, imported != nil].count(where: { $0 }) <= 1 else {
      throw UsageError("Only one of --export, --import and --score can be done at a time.")
    }
    if scores {
      guard textGridPath == nil, audacityPath == nil else {
        throw UsageError("'--score' writes no labels.")
      }
      work = .score(names)
      return
    }
    guard names.count == 1 else {
      throw UsageError("'corpus label' needs the name of one source or file.")
    }
    guard jsonPath == nil else { throw UsageError("'--json' is for '--score'.") }
    if let imported {
      guard textGridPath == nil, audacityPath == nil else {
        throw UsageError("'--import' writes no labels elsewhere.")
      }
      work = .take(names[0], labels: imported)
    } else {
      work = exports ? .export(names[0]) : .label(names[0])
    }
  }

  func run(in workspace: Workspace) throws -> Int32 {
    switch work {
    case .label(let name): try label(name, in: workspace)
    case .export(let name): try export(name, in: workspace)
    case .take(let name, let path): try take(name, labels: path, in: workspace)
    case .score(let names): try score(names, in: workspace)
    }
  }

  private func label(_ name: String, in workspace: Workspace) throws -> Int32 {
    let isFile = name.contains("/") || FileManager.default.fileExists(atPath: name)
    let audio = isFile ? try readAudio(path: name) : try source(name, in: workspace).audio
    let inputs = isFile ? [name] : try workspace.corpus(folders: folders).inputPaths
    let marks = try SpeechLabeller.marks(of: audio)
    let labels = marks.labels()
    let grid = try LabelTiers.grid(of: labels, endSeconds: audio.durationSeconds)
    try write(grid, of: name, inputs)
    let finals = labels.count { $0.kind == .finalConsonant }
    Self.say(
      "\(marks.spurts.count) spurts, \(marks.pauses.count) pauses, \(marks.obstruents.count) "
        + "obstruents, \(finals) of them at the end of a word; correct them by hand\n",
      beside: [textGridPath, audacityPath])
    return 0
  }

  private func export(_ name: String, in workspace: Workspace) throws -> Int32 {
    guard let grid = try source(name, in: workspace).grid else {
      throw UsageError("The source '\(name)' has no labels: leave out --export to make some.")
    }
    try write(grid, of: name, try workspace.corpus(folders: folders).inputPaths)
    return 0
  }

  private func take(_ name: String, labels path: String, in workspace: Workspace) throws -> Int32 {
    let take = try source(name, in: workspace)
    let grid = try NewRecording.labels(path, seconds: take.audio.durationSeconds)
    let file = try CorpusEditor(folder: take.folder).setLabels(of: name, to: grid)
    Output(isQuiet: false).write("\(take.folder)/\(file)\n")
    return 0
  }

  private func score(_ names: [String], in workspace: Workspace) throws -> Int32 {
    let corpus = try workspace.corpus(folders: folders)
    let all = corpus.volumes.flatMap(\.manifest.sources).filter { $0.labels != nil }.map(\.id)
    for name in names where !all.contains(name) {
      throw UsageError("There is no source '\(name)' with labels: 'corpus list' has the corpus.")
    }
    var scores = LabelScores()
    for name in names.isEmpty ? all : names {
      guard let take = try corpus.take(name), let grid = take.grid else { continue }
      let score = LabellerScore(
        of: try SpeechLabeller.marks(of: take.audio), against: LabelledSpeech(grid),
        audibility: LabelAudibility(speech: take.audio))
      scores.add(score, of: take.source.voice?.name ?? name)
    }
    let output = Output(isQuiet: jsonPath == "-")
    output.write(scores.table)
    if let jsonPath { try output.write(scores.json(), toFile: jsonPath) }
    return 0
  }

  private func source(_ name: String, in workspace: Workspace) throws -> AudioCorpus.Take {
    guard let take = try workspace.corpus(folders: folders).take(name) else {
      throw UsageError("There is no file and no recording '\(name)'.")
    }
    return take
  }

  private func write(_ grid: TextGrid, of name: String, _ inputs: [String]) throws {
    try OutputPaths("--textgrid", textGridPath).check(against: inputs)
    try OutputPaths("--audacity", audacityPath).check(against: inputs)
    let output = Output(isQuiet: false)
    let base = ((name as NSString).lastPathComponent as NSString).deletingPathExtension
    if textGridPath != nil || audacityPath == nil {
      let path = textGridPath ?? base + ".TextGrid"
      try output.write(grid.text(), toFile: path)
      Self.say("\(path)\n", beside: [textGridPath, audacityPath])
    }
    if let audacityPath {
      let track = try AudacityLabels(grid)
      try output.write(String(decoding: track.bytes(), as: UTF8.self), toFile: audacityPath)
      Self.say("\(audacityPath)\n", beside: [textGridPath, audacityPath])
    }
  }

  /// Writes a sentence, where standard output is not taken by data.
  private static func say(_ text: String, beside paths: [String?]) {
    if !paths.contains("-") { Output(isQuiet: false).write(text) }
  }
}
