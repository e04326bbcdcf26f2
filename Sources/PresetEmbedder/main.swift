import Foundation

// Usage: PresetEmbedder OUTPUT INPUT...
// Writes a Swift file that holds the name and the text of every input.

var lines = ["let embeddedPresetFiles: [PresetFile] = ["]
for path in CommandLine.arguments.dropFirst(2) {
  let url = URL(filePath: path)
  guard let text = String(validating: try Data(contentsOf: url), as: UTF8.self) else {
    print("\(path): error: the file is not UTF-8 text; save it as UTF-8.")
    exit(EXIT_FAILURE)
  }
  // The debug description of a string is a Swift literal that gives the same string back.
  let name = url.lastPathComponent.debugDescription
  lines.append("  PresetFile(name: \(name), text: \(text.debugDescription)),")
}
lines.append("]\n")
try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: CommandLine.arguments[1]))
