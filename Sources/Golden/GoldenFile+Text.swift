import Foundation
import Presets
import Signal

extension GoldenFile {
  /// How many decimals a reading keeps: a fiftieth of the finest tolerance.
  private static let decimals = 3

  /// A reading as the file holds it, so that what is kept equals what is compared.
  package static func rounded(_ value: Double) -> Double {
    guard value.isFinite else { return value }
    let scaled = (value * 1_000).rounded() / 1_000
    return scaled == 0 ? 0 : scaled
  }

  /// Writes the file.
  package var text: String {
    var lines = ["{"]
    lines.append("  \"format\": \(Self.currentFormat),")
    lines.append("  \"preset\": \(Self.quoted(preset)),")
    lines.append("  \"approvals\": [")
    lines += Self.separated(
      approvals.map { approval in
        let despite = approval.despite.map(Self.quoted).joined(separator: ", ")
        return "    { \"date\": \(Self.quoted(approval.date)), \"because\": "
          + "\(Self.quoted(approval.because)), \"despite\": [\(despite)] }"
      })
    lines.append("  ],")
    lines.append("  \"numbers\": {")
    lines += Self.separated(
      numbers.sorted { $0.key < $1.key }.map { entry in
        switch entry.value {
        case .number: "    \(Self.quoted(entry.key)): \(entry.value)"
        case .text(let text): "    \(Self.quoted(entry.key)): \(Self.quoted(text))"
        }
      })
    lines.append("  },")
    lines.append("  \"metrics\": {")
    lines += Self.separated(
      metricVersions.sorted { $0.key < $1.key }.map { "    \(Self.quoted($0.key)): \($0.value)" })
    lines.append("  },")
    lines.append("  \"fixtures\": {")
    lines += Self.separated(
      fixtures.sorted { $0.key < $1.key }.map { id, entry in
        let readings = Self.separated(
          entry.readings.sorted { $0.key < $1.key }.map { name, value in
            "        \(Self.quoted(name)): \(Self.number(value))"
          })
        return
          ([
            "    \(Self.quoted(id)): {", "      \"fixture\": \(Self.quoted(entry.fixtureDigest)),",
            "      \"render\": \(Self.quoted(entry.renderDigest)),", "      \"readings\": {",
          ] + readings + ["      }", "    }"]).joined(separator: "\n")
      })
    lines += ["  }", "}", ""]
    return lines.joined(separator: "\n")
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - text: What the file holds.
  ///   - path: Where it lies, for what is said of it.
  ///   - advice: What helps where it is damaged.
  /// - Throws: `GoldenError.damaged` with the place where the text stops making sense.
  package init(
    text: String, path: String, advice: GoldenError.Advice = .golden
  ) throws(GoldenError) {
    if let golden = GoldenReader.golden(in: text) {
      self = golden
      return
    }
    let decoded: Decoded
    do {
      decoded = try JSONDecoder().decode(Decoded.self, from: Data(text.utf8))
    } catch {
      throw .damaged(path: path, reason: Self.reason(error), advice)
    }
    self.init(
      preset: decoded.preset, approvals: decoded.approvals,
      numbers: decoded.numbers.sorted { $0.key < $1.key }.map {
        PresetEntry(key: $0.key, value: $0.value.value)
      },
      metricVersions: decoded.metrics,
      fixtures: decoded.fixtures.mapValues { entry in
        Entry(
          fixtureDigest: entry.fixture, renderDigest: entry.render,
          readings: entry.readings.mapValues(\.value))
      })
  }

  /// The file as it stands, before it becomes the types of the room.
  private struct Decoded: Decodable {
    struct Fixture: Decodable {
      let fixture: String
      let render: String
      let readings: [String: Level]
    }

    enum CodingKeys: CodingKey {
      case format, preset, approvals, numbers, metrics, fixtures
    }

    let preset: String
    let approvals: [Approval]
    let numbers: [String: Setting]
    let metrics: [String: Int]
    let fixtures: [String: Fixture]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      // First of all: another format need not have the other keys.
      let format = try container.decode(Int.self, forKey: .format)
      guard format == GoldenFile.currentFormat else { throw OtherFormat(format: format) }
      preset = try container.decode(String.self, forKey: .preset)
      approvals = try container.decode([Approval].self, forKey: .approvals)
      numbers = try container.decode([String: Setting].self, forKey: .numbers)
      metrics = try container.decode([String: Int].self, forKey: .metrics)
      fixtures = try container.decode([String: Fixture].self, forKey: .fixtures)
    }
  }

  /// The file is from a later version of the harness.
  private struct OtherFormat: Error {
    let format: Int
  }

  /// A number, or the text of an infinity, which JSON has no number for.
  private struct Level: Decodable {
    let value: Double

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        value = try container.decode(Double.self)
      } catch DecodingError.typeMismatch {
        switch try container.decode(String.self) {
        case "-inf": value = -.infinity
        case "inf": value = .infinity
        case let text:
          throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "'\(text)' is no reading")
        }
      }
    }
  }

  /// A setting of a preset: a number, or the name of a room or a flag.
  private struct Setting: Decodable {
    let value: PresetValue

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        value = .number(try container.decode(Double.self))
      } catch DecodingError.typeMismatch {
        value = .text(try container.decode(String.self))
      }
    }
  }

  private static func number(_ value: Double) -> String {
    if value == .infinity { return "\"inf\"" }
    if value == -.infinity { return "\"-inf\"" }
    precondition(!value.isNaN, "a golden never holds NaN")
    return Fixed.text(rounded(value), decimals: decimals)
  }

  private static func separated(_ lines: [String]) -> [String] {
    lines.enumerated().map { $0.offset + 1 < lines.count ? $0.element + "," : $0.element }
  }

  /// A JSON string.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  private static func reason(_ error: any Error) -> String {
    if let error = error as? OtherFormat {
      return "it is of format \(error.format), and this version reads format \(currentFormat)"
    }
    guard let error = error as? DecodingError else { return "it is no JSON" }
    func place(_ path: [any CodingKey]) -> String {
      path.isEmpty ? "the top" : "'\(path.map(\.stringValue).joined(separator: " / "))'"
    }
    switch error {
    case .keyNotFound(let key, let context):
      return "'\(key.stringValue)' is missing at \(place(context.codingPath))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "\(place(context.codingPath)) is of the wrong kind"
    case .dataCorrupted(let context):
      return "\(place(context.codingPath)) cannot be read (\(context.debugDescription))"
    @unknown default:
      return "it cannot be read"
    }
  }
}
