import Foundation
import HarnessCLI

exit(
  HarnessTool.run(
    Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment,
    currentFolder: FileManager.default.currentDirectoryPath))
