package import Signal
import Spectrum

/// The hum of the mains: lines at multiples of 50 or 60 Hz that stand out of the quietest parts.
package struct MainsHum: Hashable, Sendable {
  /// The frequency of the mains.
  package let mains: Hertz
  /// How far the most prominent line stands over what lies beside it.
  package let prominence: Decibels
  /// The lines all told, in dBFS.
  package let level: Decibels
  /// The multiples of the mains that stand out, from 1 up.
  package let harmonics: [Int]

  /// A window of this length tells 50 Hz from 60 Hz, and both lie on its bins.
  private static let windowSeconds = 0.2
  private static let quietShare = 0.2
  private static let fewestWindows = 3
  /// The harmonics that are looked at; above, the noise of a voice is stronger.
  private static let highest = 10
  /// What the three best lines need on average; noise alone reaches about 6 dB.
  private static let leastComb = 10.0
  /// What a line needs to stand out.
  private static let leastLine = 8.0
  /// What the first line needs where it is the only one.
  private static let leastFirst = 15.0

  init?(in audio: AudioBuffer) {
    var best: (hum: MainsHum, comb: Double)?
    for samples in audio.channels {
      guard
        let power = Self.quietSpectrum(
          of: AudioBuffer(channels: [samples], sampleRate: audio.sampleRate))
      else { continue }
      for mains in [50.0, 60] {
        let lines = Self.lines(of: mains, in: power, sampleRate: audio.sampleRate)
        let three = lines.map(\.prominence).sorted(by: >).prefix(3)
        let comb = three.reduce(0, +) / 3
        let outstanding = lines.filter { $0.prominence >= Self.leastLine }
        let first = lines.first { $0.harmonic == 1 }?.prominence ?? 0
        guard (comb >= Self.leastComb && outstanding.count >= 2) || first >= Self.leastFirst,
          comb > best?.comb ?? 0
        else { continue }
        best = (
          MainsHum(
            mains: Hertz(mains), prominence: Decibels(three.first ?? 0),
            level: Decibels(power: outstanding.reduce(0) { $0 + $1.power }),
            harmonics: outstanding.map(\.harmonic)), comb
        )
      }
    }
    guard let best else { return nil }
    self = best.hum
  }

  private init(mains: Hertz, prominence: Decibels, level: Decibels, harmonics: [Int]) {
    self.mains = mains
    self.prominence = prominence
    self.level = level
    self.harmonics = harmonics
  }

  private struct Line {
    let harmonic: Int
    let prominence: Double
    let power: Double
  }

  /// The power at each multiple of the mains, over the middle of what lies 15 to 25 Hz beside.
  private static func lines(of mains: Double, in power: [Double], sampleRate: Hertz) -> [Line] {
    let width = sampleRate.value / Double(2 * (power.count - 1))
    return (1...highest).compactMap { harmonic in
      let bin = Int((Double(harmonic) * mains / width).rounded())
      guard bin >= 6, bin + 6 < power.count else { return nil }
      let beside = [-5, -4, -3, 3, 4, 5].map { power[bin + $0] }.sorted()
      let middle = (beside[2] + beside[3]) / 2
      guard middle > 0 else { return nil }
      let line = max(power[bin - 1], power[bin], power[bin + 1])
      // The skirt of a tone beside a multiple is no line of its own.
      guard line > max(power[bin - 2], power[bin + 2]) else { return nil }
      return Line(
        harmonic: harmonic, prominence: Decibels(power: line / middle).value,
        power: power[bin - 2...bin + 2].reduce(0, +))
    }
  }

  /// The mean spectrum of the quietest windows that are no digital silence.
  private static func quietSpectrum(of audio: AudioBuffer) -> [Double]? {
    let length = 4 * Int((windowSeconds * audio.sampleRate.value / 4).rounded())
    guard length >= 64, audio.frameCount >= length else { return nil }
    let lowestBin = max(1, Int(40 * Double(length) / audio.sampleRate.value))
    var frames = PowerFrames(of: audio, length: length, size: length)
    var windows: [(power: Double, start: Int)] = []
    while frames.advance() {
      guard frames.start >= 0, frames.start + length <= audio.frameCount else { continue }
      let power = frames.power[lowestBin...].reduce(0, +)
      if power > 1e-12 { windows.append((power, frames.start)) }
    }
    guard windows.count >= fewestWindows else { return nil }
    windows.sort { ($0.power, $0.start) < ($1.power, $1.start) }
    let quiet = windows.prefix(
      max(fewestWindows, Int(quietShare * Double(windows.count))))
    var transform = RealFFT(size: length)
    let window = HannWindow(count: length)
    var sum = [Double](repeating: 0, count: transform.binCount)
    var frame = sum
    for (_, start) in quiet {
      transform.readPower(of: audio, from: start, window: window, into: &frame)
      for bin in sum.indices { sum[bin] += frame[bin] / Double(quiet.count) }
    }
    return sum
  }
}
