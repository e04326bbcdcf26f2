import Presets

/// `harness presets`: lists, shows and validates presets.
struct PresetsCommand: Command {
  static let help = """
    OVERVIEW: List, show and validate presets.

    USAGE: harness presets list [--presets DIR]
           harness presets show ID [--presets DIR] [--set KEY=VALUE]... [--json FILE]
           harness presets validate DIR

      list        Name every preset, in order.
      show        Print a preset: its numbers, each with its reason.
      validate    Print every fault of a folder of presets.

    OPTIONS:
      --presets DIR    Read the presets from a folder. (default: those of the binary)
      --set KEY=VALUE  Change a number; may be repeated.
      --json FILE      Write the preset as its file would be; '-' is standard output.
      -h, --help       Show this help.

    EXIT STATUS:
      0 fine   2 a preset or a folder is faulty   64 usage
    """

  private enum Action {
    case list
    case show(String)
    case validate(String)
  }

  private let action: Action
  private let folder: String?
  private let settings: [String]
  private let jsonPath: String?

  init(_ arguments: inout ArgumentReader) throws(UsageError) {
    folder = try arguments.option("--presets")
    settings = try arguments.options("--set")
    jsonPath = try arguments.option("--json")
    let verb = arguments.positional()
    let object = arguments.positional()
    switch (verb, object) {
    case ("list", nil): action = .list
    case ("show", let id?): action = .show(id)
    case ("validate", let folder?): action = .validate(folder)
    case ("show", nil): throw UsageError("'presets show' needs the id of a preset.")
    case ("validate", nil): throw UsageError("'presets validate' needs a folder.")
    default:
      throw UsageError("'presets' needs one of 'list', 'show ID' and 'validate DIR'.")
    }
    if case .show = action { return }
    guard settings.isEmpty, jsonPath == nil else {
      throw UsageError("'--set' and '--json' belong to 'presets show'.")
    }
  }

  func run(in workspace: Workspace) throws -> Int32 {
    let output = Output(isQuiet: false)
    switch action {
    case .list: output.write(Self.list(try workspace.presets(folder: folder).presets))
    case .show(let id):
      let library = try workspace.presets(folder: folder)
      let preset: AudioPreset
      do {
        preset = try library.preset(id: id).setting(settings)
      } catch {
        throw UsageError(error.description)
      }
      if let jsonPath {
        try output.write(preset.json, toFile: jsonPath)
      } else {
        output.write(Self.description(preset))
      }
    case .validate(let folder):
      let faults = PresetLibrary.validate(folder: folder)
      guard faults.isEmpty else {
        for fault in faults { Output.complain(fault.description) }
        return 2
      }
      let count = try PresetLibrary.folder(path: folder).presets.count
      output.write("\(count) presets, no faults\n")
    }
    return 0
  }

  private static func list(_ presets: [AudioPreset]) -> String {
    let idWidth = presets.map(\.id.count).max() ?? 0
    let categoryWidth = presets.map(\.category.count).max() ?? 0
    return presets.map { preset in
      let id = preset.id + String(repeating: " ", count: idWidth - preset.id.count)
      let category =
        preset.category + String(repeating: " ", count: categoryWidth - preset.category.count)
      return "\(id)  \(category)  \(preset.purpose)\n"
    }.joined()
  }

  private static func description(_ preset: AudioPreset) -> String {
    var lines = ["\(preset.name) (\(preset.id), \(preset.category)): \(preset.purpose)", ""]
    for entry in preset.numbers {
      lines.append("  \(entry.key) = \(entry.value)")
      let parts = entry.key.split(separator: ".")
      if parts.count == 3, parts[2] == "bandwidth", let index = Int(parts[1]) {
        lines.append("      \(preset.eqBands[index].note)")
      }
      if entry.key == "expansionThreshold" { lines.append("      \(preset.gateNote)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
