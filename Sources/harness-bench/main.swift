import Foundation

exit(BenchTool.run(Array(CommandLine.arguments.dropFirst())))
