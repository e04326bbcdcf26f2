extension AudioPreset {
  /// Returns the preset with one setting changed, such as `eqBands.1.bandwidth=1.5`.
  package func setting(_ assignment: String) throws(PresetError) -> AudioPreset {
    try setting([assignment])
  }

  /// Returns the preset with settings changed in turn; of two changes of one key the last stays.
  ///
  /// - Throws: Every fault. A room and its mix are judged after all changes, so they may come in
  ///   either order.
  package func setting(_ assignments: [String]) throws(PresetError) -> AudioPreset {
    var preset = self
    var faults: [PresetFault] = []
    for assignment in assignments {
      if let problem = preset.apply(assignment) {
        let place = "--set \(JSONText.shortened(assignment))"
        faults.append(PresetFault(place: place, problem: problem))
      }
    }
    if faults.isEmpty, let problem = preset.mixProblem {
      let changes = assignments.map { "--set \(JSONText.shortened($0))" }
      faults.append(
        PresetFault(
          place: changes.isEmpty ? id : changes.joined(separator: " "), problem: problem))
    }
    guard faults.isEmpty else { throw PresetError(faults) }
    return preset
  }

  /// Changes one setting, or says what is wrong with the change.
  private mutating func apply(_ assignment: String) -> PresetFault.Problem? {
    guard let sign = assignment.firstIndex(of: "=") else { return .notAnAssignment }
    let key = String(assignment[..<sign])
    let value = String(assignment[assignment.index(after: sign)...])
    guard let setting = settings.first(where: { $0.key == key }) else {
      return .notSettable(
        key: JSONText.shortened(key), preset: id, keys: Nearness.sorted(settableKeys, by: key))
    }
    switch setting.place {
    case .number(let rule, let path):
      // Beside a minus sign a person writes a plus sign, which JSON does not have.
      let digits =
        value.hasPrefix("+") && !value.hasPrefix("+-") ? String(value.dropFirst()) : value
      guard let number = NumberText.number(in: digits) else {
        let mustBe = "a number \(rule.rangeText)\(NumberText.hint(for: value))"
        return wrong(key, value, mustBe)
      }
      guard rule.range.contains(number) else {
        return .wrongValue(key: key, value: JSONText.shortened(value), mustBe: rule.rangeText)
      }
      self[keyPath: path] = number
    case .room:
      let room = ReverbPreset(rawValue: value)
      guard room != nil || value == "null" else {
        return wrong(key, value, PresetField.room.expectation)
      }
      reverbPreset = room
    case .flag:
      guard let flag = Bool(value) else { return wrong(key, value, PresetField.flag.expectation) }
      normalizeVolume = flag
    }
    return nil
  }

  private func wrong(_ key: String, _ value: String, _ mustBe: String) -> PresetFault.Problem {
    .wrongValue(key: key, value: "'\(JSONText.shortened(value))'", mustBe: mustBe)
  }
}
