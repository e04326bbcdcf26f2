package import Signal

extension NoiseRecipe {
  /// How many parts a noise may have.
  static let mostParts = 64

  /// What is wrong with the recipe, as a clause that names the part and the number; nil where
  /// nothing is.
  ///
  /// What passes here is made without a trap at every rate, and in a time that its length bounds.
  package var fault: String? {
    guard parts.count <= Self.mostParts else {
      return "it has \(parts.count) parts, and may have \(Self.mostParts)"
    }
    for (index, part) in parts.enumerated() {
      if let fault = part.fault { return "part \(index + 1): \(fault)" }
    }
    return nil
  }

  /// What is wrong with the recipe at a sample rate: also that nothing of a part would be left.
  package func fault(at sampleRate: Hertz) -> String? {
    if let fault { return fault }
    guard sampleRate.value >= 1_000, sampleRate.value <= 768_000 else {
      return "the sample rate is \(sampleRate.value) Hz, and must lie from 1000 to 768000"
    }
    for (index, part) in parts.enumerated() where part.lowestHz >= sampleRate.nyquist.value {
      return "part \(index + 1): it starts at \(part.lowestHz) Hz, "
        + "and audio of \(sampleRate.value) Hz ends at \(sampleRate.nyquist.value) Hz"
    }
    return nil
  }
}

extension NoiseRecipe.Part {
  /// Where the part begins; it has nothing under this frequency to speak of.
  fileprivate var lowestHz: Double {
    switch kind {
    case .colour(let colour): colour.highPassOrder > 0 ? colour.highPassHz : 0
    case .spectrum(let spectrum): spectrum.fromHz
    case .hum(let hum): hum.fundamentalHz
    case .clicks(let clicks): clicks.resonanceHz.from
    case .babble, .impulse: 0
    }
  }

  fileprivate var fault: String? {
    Fault.of("levelDB", levelDB, Fault.levels) ?? kind.fault
      ?? Fault.of("the number of 'modulation'", modulation.count, 0...8)
      ?? modulation.lazy.compactMap(\.fault).first
  }
}

extension NoiseRecipe.Kind {
  fileprivate var fault: String? {
    switch self {
    case .colour(let colour): colour.fault
    case .spectrum(let spectrum): spectrum.fault
    case .hum(let hum): hum.fault
    case .clicks(let clicks): clicks.fault
    case .babble(let babble): babble.fault
    case .impulse(let impulse): Fault.of("atSeconds", impulse.atSeconds, 0...3_600)
    }
  }
}

extension NoiseRecipe.Colour {
  fileprivate var fault: String? {
    Fault.of("highPassHz", highPassHz, Fault.frequencies)
      ?? Fault.of("highPassOrder", highPassOrder, 0...16)
      ?? Fault.of("lowPassHz", lowPassHz, Fault.frequencies)
      ?? Fault.of("lowPassOrder", lowPassOrder, 0...16)
  }
}

extension NoiseRecipe.Spectrum {
  fileprivate var fault: String? {
    if let fault = Fault.of("fromHz", fromHz, 16...80_000) { return fault }
    guard ThirdOctave(nominalHz: fromHz) != nil else {
      return "'fromHz' is \(fromHz), which is no centre of a third of an octave: "
        + "25, 31.5, 40, 50, 63, 80, 100 and so on are"
    }
    return Fault.of("the number of 'levelsDB'", levelsDB.count, 1...60)
      ?? levelsDB.lazy.compactMap { Fault.of("levelsDB", $0, Fault.levels) }.first
  }
}

extension NoiseRecipe.Hum {
  fileprivate var fault: String? {
    Fault.of("fundamentalHz", fundamentalHz, 1...20_000)
      ?? Fault.of("driftHz", driftHz, 0...fundamentalHz / 10)
      ?? Fault.of("the number of 'linesDB'", linesDB.count, 1...256)
      ?? linesDB.lazy.compactMap { $0.flatMap { Fault.of("linesDB", $0, Fault.levels) } }.first
  }
}

extension NoiseRecipe.Clicks {
  fileprivate var fault: String? {
    if let fault = Fault.of("eventsPerSecond", eventsPerSecond, 0.001...1_000)
      ?? Fault.of("peakDB", peakDB, Fault.levels)
      ?? Fault.of("resonanceHz", resonanceHz, 5...90_000)
      ?? Fault.of("resonances", resonances, 1...16)
      ?? Fault.of("decaySeconds", decaySeconds, 0.0001...2)
      ?? Fault.of("attackSeconds", attackSeconds, 0...1)
    {
      return fault
    }
    if let release {
      if let fault = Fault.of("afterSeconds", release.afterSeconds, 0...10)
        ?? Fault.of("levelDB of 'release'", release.levelDB, Fault.levels)
      {
        return fault
      }
    }
    // The time that making them takes grows with how many sound at once.
    return Fault.of(
      "'eventsPerSecond' times 'decaySeconds' with 'attackSeconds'",
      eventsPerSecond * (decaySeconds.to + attackSeconds), 0...10)
  }
}

extension NoiseRecipe.Babble {
  fileprivate var fault: String? {
    Fault.of("talkers", talkers, 1...64)
      ?? Fault.of("syllablesPerSecond", syllablesPerSecond, 1...10)
      ?? Fault.of("levelSpreadDB", levelSpreadDB, 0...60)
  }
}

extension NoiseRecipe.Modulation {
  fileprivate var fault: String? {
    Fault.of("rateHz", rateHz, 0.001...20) ?? Fault.of("depthDB", depthDB, 0...20)
  }
}

/// The clauses of faults. All say "lies within": NaN does not.
private enum Fault {
  static let levels = -200.0...200
  static let frequencies = 0.001...384_000

  static func of<Number: Comparable>(
    _ name: String, _ value: Number, _ allowed: ClosedRange<Number>
  ) -> String? {
    guard !allowed.contains(value) else { return nil }
    let quoted = name.contains("'") ? name : "'\(name)'"
    return "\(quoted) is \(value), and must lie from \(allowed.lowerBound) to \(allowed.upperBound)"
  }

  static func of(
    _ name: String, _ span: NoiseRecipe.Span, _ allowed: ClosedRange<Double>
  ) -> String? {
    if let fault = of("from' of '\(name)", span.from, allowed)
      ?? of("to' of '\(name)", span.to, allowed)
    {
      return fault
    }
    return span.from <= span.to ? nil : "'\(name)' ends at \(span.to), before \(span.from)"
  }
}
