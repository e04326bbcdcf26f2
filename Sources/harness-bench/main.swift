import CSystem
import Foundation

system_keep_freed_memory()
exit(BenchTool.run(Array(CommandLine.arguments.dropFirst())))
