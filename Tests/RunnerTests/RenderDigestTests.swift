import Signal
import Testing

@testable import Runner

@Suite("Render digest")
struct RenderDigestTests {
  private func digest(_ channels: [[Float]]) -> String {
    RenderDigest.hexDigest(of: AudioBuffer(channels: channels, sampleRate: Hertz(48_000)))
  }

  @Test("no samples give the hash of one zero, as the authors of FNV-1a list it")
  func empty() {
    // G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake: The FNV Non-Cryptographic Hash Algorithm,
    // test vectors: FNV-1a of the byte 0 in 64 bits.
    #expect(digest([[]]) == "af63bd4c8601b7df")
  }

  @Test("a sample is hashed by its bits, which the specification works out by hand")
  func sample() {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for word: UInt64 in [0x3F80_0000, 0xBF00_0000, 2] {
      hash = (hash ^ word) &* 1_099_511_628_211
    }
    let digits = String(hash, radix: 16)

    #expect(
      digest([[1, -0.5]]) == String(repeating: "0", count: 16 - digits.count) + digits)
  }

  @Test("the digest is sixteen digits, also where it starts with zeros")
  func width() {
    let digests = (0..<64).map { digest([[Float($0)]]) }

    #expect(digests.allSatisfy { $0.count == 16 && $0.allSatisfy { $0.isHexDigit } })
    // One in sixteen starts with a zero: without one the test would show nothing.
    #expect(digests.contains { $0.hasPrefix("0") })
  }

  @Test(
    "any other bit, order or shape gives another digest",
    arguments: [
      [[Float(0.5).nextUp, 0.25], [0.125, 0]], [[0.5, 0.25], [0.125, -0.0]],
      [[0.25, 0.5], [0.125, 0]], [[0.125, 0], [0.5, 0.25]], [[0.5, 0.25, 0.125, 0]],
      [[0.5, 0.25, 0], [0.125, 0, 0]], [[0.5], [0.25], [0.125], [0]],
    ])
  func difference(channels: [[Float]]) {
    #expect(digest(channels) != digest([[0.5, 0.25], [0.125, 0]]))
  }
}
