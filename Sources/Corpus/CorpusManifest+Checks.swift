extension CorpusManifest {
  /// What is wrong with the numbers and the names of the manifest, as the end of a sentence; nil
  /// where nothing is.
  ///
  /// What passes here can be built without a trap: whatever else is wrong is seen then.
  var fault: String? {
    for ids in [sources.map(\.id), items.map(\.id), fixtures.map(\.id)] {
      if let id = Self.repeated(ids) { return "the id '\(id)' occurs twice" }
      if let id = ids.first(where: { !Self.isName($0) }) {
        return "'\(id)' is no id: those are lower-case letters, digits and dashes"
      }
    }
    for source in sources {
      if let fault = Self.fault(of: source) { return "the source '\(source.id)' \(fault)" }
    }
    for item in items {
      if let fault = fault(of: item) { return "the item '\(item.id)' \(fault)" }
    }
    for fixture in fixtures {
      if let fault = fault(of: fixture) { return "the fixture '\(fixture.id)' \(fault)" }
    }
    return nil
  }

  private static func fault(of source: Source) -> String? {
    let places: [Any?] = [source.package, source.file, source.generator]
    guard places.count(where: { $0 != nil }) == 1 else {
      return "must have one of 'package', 'file' and 'generator'"
    }
    guard !source.licence.isEmpty else { return "has no licence" }
    if let generator = source.generator {
      return generator.fault.map { "has a noise that cannot be: \($0)" }
    }
    guard let digest = source.sha256, digest.count == 64,
      digest.allSatisfy({ $0.isHexDigit && !$0.isUppercase })
    else { return "has no SHA-256 of 64 hexadecimal digits" }
    guard let rate = source.sampleRateHz, let channels = source.channels,
      let frames = source.frames, isRate(rate), (1...2).contains(channels),
      (1...mostSamples / channels).contains(frames)
    else {
      return "must have a whole rate from 8 to 192 kHz, one or two channels, and frames for at "
        + "most an hour of stereo at 48 kHz"
    }
    if let package = source.package {
      guard ["debian", "pypi"].contains(package.from) else {
        return "comes from '\(package.from)', which is neither 'debian' nor 'pypi'"
      }
      guard isInside(package.path) else { return "has a path that leaves its package" }
    }
    if let file = source.file, !file.hasPrefix("/"), !isInside(file) {
      return "has a file that is not inside the corpus: name it from the folder of the corpus, "
        + "or from the root of the file system"
    }
    if let labels = source.labels, !isInside(labels) {
      return "has labels outside of the corpus"
    }
    if [source.file, source.labels].contains("manifest.json") {
      return "names the manifest as a file of its own"
    }
    if let voice = source.voice {
      guard ["female", "male"].contains(voice.sex) else {
        return "has a voice that is neither 'female' nor 'male'"
      }
      guard (40.0...600).contains(voice.medianF0Hz) else {
        return "has a fundamental that no voice has"
      }
    }
    return nil
  }

  private func fault(of item: Item) -> String? {
    guard !item.sources.isEmpty else { return "is a sequence of nothing" }
    guard Self.isRate(item.sampleRateHz), Self.lengths.contains(item.gapSeconds) else {
      return "has a rate or a gap that cannot be"
    }
    // In floating point: the numbers of many long recordings need not fit an integer.
    var samples = Double(item.sources.count + 1) * item.gapSeconds * item.sampleRateHz
    for source in item.sources.compactMap(source) {
      samples += Double(source.frames ?? 0) * item.sampleRateHz / (source.sampleRateHz ?? 1)
    }
    guard samples * 2 <= Double(Self.mostSamples) else {
      return "is longer than an hour of stereo at 48 kHz"
    }
    for id in item.sources {
      guard let source = source(id) else { return "names '\(id)', which is no source" }
      guard source.isRecording, source.voice != nil else {
        return "names '\(id)', which is no recording of a voice"
      }
    }
    return nil
  }

  private func fault(of fixture: Fixture) -> String? {
    if let digest = fixture.sha256, digest.count != 64 { return "has no SHA-256 of 64 digits" }
    guard fixture.item != nil || fixture.noise != nil else {
      return "needs an 'item', a 'noise' or both"
    }
    if let id = fixture.item {
      guard item(id) != nil else { return "names '\(id)', which is no item" }
      let wanted: Kind = fixture.noise == nil ? .speech : .mix
      guard fixture.kind == wanted else { return "must be of the kind '\(wanted.rawValue)'" }
    } else {
      guard fixture.kind != .speech, fixture.kind != .mix else { return "has no 'item'" }
      guard fixture.level == nil else { return "has a 'level', which is for speech" }
    }
    if let fault = Self.fault(of: fixture.level) { return fault }
    guard let noise = fixture.noise else { return nil }
    return fault(of: noise, isMix: fixture.item != nil)
  }

  private static func fault(of level: Level?) -> String? {
    guard let level else { return nil }
    switch (level.activeDBOV, level.clipPeakDBFS) {
    case (let value?, nil), (nil, let value?):
      return levels.contains(value) ? nil : "has a level that is not within -100 and 0 dB"
    default: return "needs one of 'activeDBOV' and 'clipPeakDBFS'"
    }
  }

  private func fault(of noise: Noise, isMix: Bool) -> String? {
    let (seconds, rate) = (noise.seconds ?? 1, noise.sampleRateHz ?? 48_000)
    guard Self.lengths.contains(seconds), seconds >= 0.01, Self.isRate(rate),
      seconds * rate * 2 <= Double(Self.mostSamples)
    else { return "has a noise whose length or rate cannot be" }
    if isMix {
      guard let ratio = noise.snrDB, (-60.0...100).contains(ratio), noise.rmsDBFS == nil,
        noise.seconds == nil, noise.sampleRateHz == nil
      else { return "needs a 'snrDB' within -60 and 100, and takes the rest from its item" }
      return nil
    }
    guard noise.snrDB == nil else { return "has a 'snrDB', which is for mixes" }
    guard Self.levels.contains(noise.rmsDBFS ?? 0) else {
      return "has a level that is not within -100 and 0 dB"
    }
    guard let source = source(noise.source), source.generator != nil else { return nil }
    guard noise.seconds ?? 0 > 0, noise.sampleRateHz != nil else {
      return "needs the 'seconds' and the 'sampleRateHz' of its noise"
    }
    return nil
  }

  private static func isRate(_ rate: Double) -> Bool {
    (8_000.0...192_000).contains(rate) && rate == rate.rounded()
  }

  private static let lengths = 0.0...3_600
  private static let levels = -100.0...0
  /// An hour of stereo at 48 kHz, which has to fit memory as floats several times.
  private static let mostSamples = 345_600_000

  static func isName(_ id: String) -> Bool {
    !id.isEmpty && id.count <= 100 && !id.hasPrefix("-")
      && id.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
  }

  /// Whether a path stays under the folder that it starts from.
  private static func isInside(_ path: String) -> Bool {
    !path.split(separator: "/", omittingEmptySubsequences: false).contains {
      $0.isEmpty || $0 == ".." || $0 == "."
    }
  }

  /// The first id that another one takes after, whatever the case.
  private static func repeated(_ ids: [String]) -> String? {
    var seen: Set<String> = []
    return ids.first { !seen.insert($0.lowercased()).inserted }
  }
}
