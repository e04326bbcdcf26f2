extension AudioPreset {
  /// Reads the text of a preset file.
  ///
  /// - Throws: Every fault of the text, or the one that makes the rest unreadable.
  package init(json text: String, file: String) throws(PresetError) {
    let root = try JSONParser.value(of: text, file: file)
    var reader = PresetReader(file: file)
    let preset = reader.preset(from: root)
    guard reader.faults.isEmpty else { throw PresetError(reader.faults) }
    self = preset
  }
}

/// Fills a preset from a JSON value and gathers what is wrong on the way.
private struct PresetReader {
  let file: String
  var faults: [PresetFault] = []

  private typealias Values = [String: JSONValue]

  init(file: String) { self.file = file }

  mutating func preset(from root: JSONValue) -> AudioPreset {
    var preset = AudioPreset(id: "", name: "", category: "", purpose: "")
    guard case .object(let members) = root else {
      refuse("the whole file", root.spoken, "one object, { ... }")
      return preset
    }
    let values = values(of: members, at: "", keys: AudioPreset.fields.map(\.key))
    for field in AudioPreset.fields {
      guard let value = values[field.key] else {
        if case .order = field { continue }
        report(.missingKey(key: field.key, mustBe: field.expectation))
        continue
      }
      read(value, as: field, into: &preset)
    }
    checkFileName(of: preset)
    // A room that could not be read has been reported; its mix is not at fault.
    if case .null? = values["reverbPreset"], let problem = preset.mixProblem { report(problem) }
    return preset
  }

  private mutating func read(
    _ value: JSONValue, as field: PresetField, into preset: inout AudioPreset
  ) {
    switch (field, value) {
    case (.text(let text), _):
      preset[keyPath: text.path] = read(value, as: text, key: text.key)
    case (.number(let number), _):
      if let value = read(value, as: number.rule, key: field.key) {
        preset[keyPath: number.path] = value
      }
    case (.order, .number(let number, _)):
      guard let order = Int(exactly: number), AudioPreset.orderRange.contains(order) else {
        refuse(field.key, value.spoken, field.expectation)
        return
      }
      preset.order = order
    case (.bands, .list(let bands)) where bands.count <= AudioPreset.bandLimit:
      for (index, band) in bands.enumerated() {
        preset.eqBands.append(self.band(from: band, at: "eqBands.\(index)"))
      }
    case (.bands, .list(let bands)):
      refuse(field.key, "a list of \(bands.count)", field.expectation)
    case (.room, .null):
      preset.reverbPreset = nil
    case (.room, .text(let name)):
      preset.reverbPreset = ReverbPreset(rawValue: name)
      if preset.reverbPreset == nil { refuse(field.key, value.spoken, field.expectation) }
    case (.flag, .flag(let flag)):
      preset.normalizeVolume = flag
    case (.order, _), (.bands, _), (.room, _), (.flag, _):
      refuse(field.key, value.spoken, field.expectation)
    }
  }

  private mutating func band(from value: JSONValue, at place: String) -> AudioPreset.EQBand {
    var band = AudioPreset.EQBand(frequency: 0, gain: 0, bandwidth: 0)
    guard case .object(let members) = value else {
      refuse(place, value.spoken, "an object with frequency, gain, bandwidth and note")
      return band
    }
    let note = AudioPreset.EQBand.reason
    let keys = AudioPreset.EQBand.numbers.map(\.rule.key) + [note.key]
    let values = values(of: members, at: "\(place).", keys: keys)
    for number in AudioPreset.EQBand.numbers {
      let key = "\(place).\(number.rule.key)"
      if let value = values[number.rule.key] {
        if let value = read(value, as: number.rule, key: key) {
          band[keyPath: number.path] = value
        }
      } else {
        report(.missingKey(key: key, mustBe: "a number \(number.rule.rangeText)"))
      }
    }
    if let value = values[note.key] {
      band.note = read(value, as: note, key: "\(place).\(note.key)")
    } else {
      report(.missingKey(key: "\(place).\(note.key)", mustBe: note.expectation))
    }
    return band
  }

  private mutating func read(
    _ value: JSONValue, as rule: NumberRule, key: String
  ) -> Double? {
    switch value {
    case .number(let number, _) where rule.range.contains(number):
      return number
    case .number(_, _):
      refuse(key, value.spoken, rule.rangeText)
    case .text(let text):
      refuse(key, value.spoken, "a number \(rule.rangeText)\(NumberText.hint(for: text))")
    default:
      refuse(key, value.spoken, "a number \(rule.rangeText)")
    }
    return nil
  }

  private mutating func read<Root>(
    _ value: JSONValue, as field: TextField<Root>, key: String
  ) -> String {
    guard case .text(let text) = value, field.accepts(text) else {
      refuse(key, value.spoken, field.expectation)
      return ""
    }
    return text
  }

  /// The values by key; reports keys that are unknown or given more than once.
  private mutating func values(
    of members: [JSONValue.Member], at place: String, keys: [String]
  ) -> Values {
    var values = Values()
    var counts: [String: Int] = [:]
    for member in members {
      counts[member.key, default: 0] += 1
      if values[member.key] == nil { values[member.key] = member.value }
    }
    var told: Set<String> = []
    for member in members where told.insert(member.key).inserted {
      let key = place + JSONText.shortened(member.key)
      if !keys.contains(member.key) {
        let slips = Nearness.slips(of: member.key, among: keys)
        report(.unknownKey(key: key, slips: slips, keys: keys))
      }
      if let count = counts[member.key], count > 1 {
        report(.repeatedKey(key: key, count: count))
      }
    }
    return values
  }

  private mutating func checkFileName(of preset: AudioPreset) {
    // An id that is broken in itself has been reported; "" stands for it.
    if !preset.id.isEmpty, "\(preset.id).json" != file {
      refuse("id", "'\(preset.id)'", "the name of the file without .json")
    }
  }

  private mutating func refuse(_ key: String, _ value: String, _ mustBe: String) {
    report(.wrongValue(key: key, value: value, mustBe: mustBe))
  }

  private mutating func report(_ problem: PresetFault.Problem) {
    faults.append(PresetFault(place: file, problem: problem))
  }
}
