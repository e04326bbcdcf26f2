import Chain
import Metrics
import Signal

/// The file of one result: bytes in, a record out, and nothing where a single bit is not as written.
///
/// A mark of eight bytes, a checksum over the rest, the key, and then the fields in the order in
/// which they are written here: numbers little-endian, texts with their length before them.
/// Metrics are named by their place in the bank, which the key holds.
struct ResultFile: Sendable {
  private static let mark = Array("results1".utf8)
  private static let headBytes = 16

  private let metrics: [MetricDescription]
  private let places: [String: Int]

  /// Prepares to write and read readings of some metrics.
  init(metrics: [MetricDescription]) {
    self.metrics = metrics
    places = Dictionary(
      metrics.enumerated().map { ($0.element.id, $0.offset) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The file of a result; nil for one that the file has no words for.
  func bytes(of render: JobRender, key: String) -> [UInt8]? {
    guard let facts = render.facts else { return nil }
    let record = render.measured
    var writer = ByteWriter()
    writer.text(key)
    writer.text(record.fixtureDigest)
    writer.text(record.renderDigest)
    write(facts, to: &writer)
    for readings in [record.readings, record.deltas] {
      writer.count(readings.count)
      for reading in readings {
        guard let place = place(of: reading.metric) else { return nil }
        write(reading, of: place, to: &writer)
      }
    }
    writer.count(record.uncertain.count)
    for reading in record.uncertain {
      guard let place = place(of: reading.metric) else { return nil }
      writer.count(place)
      write(reading.material, to: &writer)
      writer.number(reading.neededAmount)
    }
    guard writer.isWhole else { return nil }
    let sum = writer.bytes.withUnsafeBytes { Checksum.of($0) }
    return Self.mark + (0..<8).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt64($0))) }
      + writer.bytes
  }

  /// The result in a file; nil where the file is damaged, or is that of another key.
  func result(in bytes: [UInt8], key: String, fixture: String) -> JobRender? {
    bytes.withUnsafeBytes { bytes in
      guard bytes.count > Self.headBytes, bytes.starts(with: Self.mark) else { return nil }
      let body = UnsafeRawBufferPointer(rebasing: bytes[Self.headBytes...])
      let sum = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      guard sum == Checksum.of(body) else { return nil }
      var reader = ByteReader(body)
      do {
        guard try reader.text() == key else { return nil }
        let result = try self.result(from: &reader, fixture: fixture)
        return reader.isAtEnd ? result : nil
      } catch {
        return nil
      }
    }
  }

  private func result(
    from reader: inout ByteReader, fixture: String
  ) throws(ByteReader.Fault) -> JobRender {
    let (fixtureDigest, renderDigest) = (try reader.text(), try reader.text())
    let facts = try facts(from: &reader)
    let (readings, deltas) = (try readings(from: &reader), try readings(from: &reader))
    var uncertain: [UncertainReading] = []
    for _ in 0..<(try reader.count()) {
      uncertain.append(
        UncertainReading(
          metric: try metric(from: &reader), material: try material(from: &reader),
          neededAmount: try reader.number()))
    }
    return JobRender(
      measured: MeasuredRender(
        fixture: fixture, fixtureDigest: fixtureDigest, renderDigest: renderDigest,
        readings: readings, uncertain: uncertain, deltas: deltas, failures: []),
      facts: facts)
  }

  private func place(of metric: MetricDescription) -> Int? {
    places[metric.id].flatMap { metrics[$0] == metric ? $0 : nil }
  }

  private func metric(from reader: inout ByteReader) throws(ByteReader.Fault) -> MetricDescription {
    let place = try reader.count()
    guard place < metrics.count else { throw .damaged }
    return metrics[place]
  }

  // MARK: Facts

  private func write(_ facts: RenderFacts, to writer: inout ByteWriter) {
    writer.count(facts.inputFrames)
    writer.count(facts.tailFrames)
    writer.byte(facts.isTailCut ? 1 : 0)
    writer.number(facts.peakBeforeGain.value)
    writer.number(facts.peakSeconds)
    writer.optional(facts.normalisingGain?.value)
    writer.number(facts.deepestLimiting.value)
  }

  private func facts(from reader: inout ByteReader) throws(ByteReader.Fault) -> RenderFacts {
    RenderFacts(
      inputFrames: try reader.count(), tailFrames: try reader.count(),
      isTailCut: try reader.byte() == 1, peakBeforeGain: Decibels(try reader.number()),
      peakSeconds: try reader.number(),
      normalisingGain: try reader.optional().map { Decibels($0) },
      deepestLimiting: Decibels(try reader.number()))
  }

  // MARK: Readings

  /// Which parts of a reading follow its value.
  private struct Parts: OptionSet {
    let rawValue: UInt8
    static let subject = Parts(rawValue: 1)
    static let place = Parts(rawValue: 2)
    static let material = Parts(rawValue: 4)
  }

  private func write(_ reading: Reading, of metric: Int, to writer: inout ByteWriter) {
    var parts: Parts = []
    if reading.subject != nil { parts.insert(.subject) }
    if reading.place != nil { parts.insert(.place) }
    if reading.material != nil { parts.insert(.material) }
    writer.count(metric)
    writer.byte(parts.rawValue)
    writer.number(reading.value)
    if let subject = reading.subject { writer.text(subject) }
    if let place = reading.place {
      for side in [place.startSeconds, place.endSeconds, place.lowHertz, place.highHertz] {
        writer.optional(side)
      }
      for word in [place.word, place.phone] { writer.optional(word) }
    }
    if let material = reading.material { write(material, to: &writer) }
  }

  private func readings(from reader: inout ByteReader) throws(ByteReader.Fault) -> [Reading] {
    let count = try reader.count()
    var readings: [Reading] = []
    // A reading takes eleven bytes and more: a count beyond that is none.
    readings.reserveCapacity(min(count, reader.bytesLeft / 11))
    for _ in 0..<count {
      let metric = try metric(from: &reader)
      let parts = Parts(rawValue: try reader.byte())
      var reading = Reading(metric: metric, value: try reader.number())
      if parts.contains(.subject) { reading.subject = try reader.text() }
      if parts.contains(.place) {
        reading.place = Place(
          startSeconds: try reader.optional(), endSeconds: try reader.optional(),
          lowHertz: try reader.optional(), highHertz: try reader.optional(),
          word: try reader.optionalText(), phone: try reader.optionalText())
      }
      if parts.contains(.material) { reading.material = try material(from: &reader) }
      readings.append(reading)
    }
    return readings
  }

  private func write(_ material: MetricMaterial, to writer: inout ByteWriter) {
    writer.text(material.kind.rawValue)
    writer.number(material.amount)
  }

  private func material(
    from reader: inout ByteReader
  ) throws(ByteReader.Fault) -> MetricMaterial {
    guard let kind = MetricMaterial.Kind(rawValue: try reader.text()) else { throw .damaged }
    return MetricMaterial(kind, try reader.number())
  }
}
