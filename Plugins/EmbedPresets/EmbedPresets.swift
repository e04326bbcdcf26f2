import Foundation
import PackagePlugin

/// Turns the JSON files of a target into one Swift file, so that the binary carries its presets.
///
/// The files are found, not listed: a preset joins or leaves with its file.
@main
struct EmbedPresets: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let files = module.sourceFiles(withSuffix: ".json").map(\.url).sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedPresetFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(files.count) presets",
        executable: try context.tool(named: "PresetEmbedder").url,
        arguments: [output.path] + files.map(\.path),
        inputFiles: files,
        outputFiles: [output])
    ]
  }
}
