import AudioFile
import Signal
import TestSupport
import Testing

@Suite("Headers with one wrong byte")
struct MutationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The kinds of file that are bent; each is small, so that many can be tried.
  enum Kind: CaseIterable {
    case wave, extensible, aiff, caf, flac

    func bytes(_ folder: TemporaryFolder) throws -> [UInt8] {
      let codes = (0..<300).map { $0 * 97 % 30_000 - 15_000 }
      switch self {
      case .wave: return HandmadeWave(data: pcm16(codes)).bytes
      case .extensible:
        return HandmadeWave(
          tag: 0xFFFE, channels: 2, data: pcm16(codes),
          formatExtension: HandmadeWave.extensible(tag: 1, bits: 16, speakers: 3)
        ).bytes
      case .aiff: return HandmadeAIFF(data: pcm16(codes), frames: 300).bytes
      case .caf: return HandmadeCAF(data: pcm16(codes)).bytes
      case .flac: return try HandmadeFLAC.bytes(of: folder)
      }
    }
  }

  @Test("are read within bounds or refused in words, and never crash", arguments: Kind.allCases)
  func mutations(kind: Kind) throws {
    let whole = try kind.bytes(folder)
    var random = SeededGenerator(seed: 20)
    var (readings, refusals) = (0, 0)
    for _ in 0..<400 {
      var bytes = whole
      bytes[Int.random(in: 0..<80, using: &random)] = UInt8.random(in: 0...255, using: &random)
      let path = try folder.write(bytes, "bent")
      do throws(AudioFileError) {
        let audio = try readAudio(path: path, allowTruncated: true)
        readings += 1
        #expect(audio.channelCount <= AudioFileLimits.channelCount)
        // No encoding of these files packs a sample into less than a byte.
        #expect(kind == .flac || audio.frameCount * audio.channelCount <= bytes.count)
        #expect(kind != .flac || audio.frameCount <= HandmadeFLAC.frames)
      } catch {
        refusals += 1
        #expect(error.description.contains(path))
      }
    }
    // Both must happen, or nothing was tried.
    #expect(readings > 0)
    #expect(refusals > 0)
    #expect(readings + refusals == 400)
  }
}
