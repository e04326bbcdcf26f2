import Foundation
import Testing

@testable import Report

@Suite("JSON as reports write it")
struct JSONWriterTests {
  private struct Sample: Encodable {
    var a = ["", "é \"q\" \\ / \u{0}\u{1f}\u{7f}\n\r\t\u{8}\u{c} \u{2028} 🎙️"]
    var b: [String] = []
    var c = [1.5, -0.0, 1e-7, 1e300, 100, 0.1 + 0.2, -.infinity, .infinity].map { Number(x: $0) }
    var d: Double?
    var e = true
    var f = [String: Int]()
    var g = -12
  }

  private struct Number: Encodable {
    let x: Double
  }

  @Test("every value is written as the encoder of Foundation writes it")
  func likeFoundation() throws {
    let sample = Sample()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("a", sample.a)
      writer.member("b", sample.b)
      writer.member("c") { writer in
        writer.list(sample.c) { writer, number in
          writer.object { $0.member("x", number.x) }
        }
      }
      writer.member("d", sample.d)
      writer.member("e", sample.e)
      writer.member("f") { $0.object { _ in } }
      writer.member("g", sample.g)
    }

    let expected = String(decoding: try encoder.encode(sample), as: UTF8.self)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
  }
}
