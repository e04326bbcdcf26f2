import Foundation
import TestSupport
import Testing

@testable import Runner

@Suite("Files of the result cache")
struct FileContentTests {
  @Test("a pipe in the place of a file is refused at once, and a folder, and a link to nothing")
  func irregular() throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    #expect(symlink(folder.file("nothing"), folder.file("link")) == 0)

    #expect(FileContent.read(folder.file("pipe"), largest: 1_000) == nil)
    #expect(FileContent.read(folder.path, largest: 1_000) == nil)
    #expect(FileContent.read(folder.file("link"), largest: 1_000) == nil)
  }
}
