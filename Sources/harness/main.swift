import CSystem
import Foundation
import HarnessCLI

system_keep_freed_memory()
exit(
  HarnessTool.run(
    Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment,
    currentFolder: FileManager.default.currentDirectoryPath))
