package import Signal
import Spectrum

/// How far up a recording goes, read from its long-term spectrum.
package struct RecordingBand: Hashable, Sendable {
  /// What ends the band.
  package enum Edge: Hashable, Sendable {
    /// Nothing does below half the sample rate.
    case halfRate
    /// A steep fall by so much, like that of an encoder or of a converter.
    case wall(Decibels)
    /// The spectrum fades to where an integer file has only rounding.
    case rounding
  }

  /// Where the band ends.
  package let upper: Hertz
  package let edge: Edge
  /// Where the speech falls under 6 dB over the noise of the pauses; nil without a pause.
  package let speechUpper: Hertz?

  /// The spectrum is read in bands of this width.
  private static let width = 100.0
  /// No channel of speech ends lower than this, but vowels do.
  private static let lowestWall = 2_500.0
  private static let leastFall = 15.0
  /// Under this frequency a fall has to be a plain one: formants end as steeply as encoders do.
  private static let lowestSlightWall = 7_000.0
  /// Behind a fall like this nothing is left that a lower wall could be missed for.
  private static let plainFall = 30.0
  /// The bands that a wall may take to fall, and those that are read on either side of it.
  private static let slope = 4
  private static let side = 5
  /// Speech falls by far less than this from its peak to 20 kHz; quieter is nothing.
  private static let deepest = 80.0
  /// The noise of rounding to 16 bits with triangular dither: 1/4 of a step squared; and a margin.
  ///
  /// Source: S. Lipshitz, R. Wannamaker, J. Vanderkooy, "Quantization and Dither", JAES 40, 1992.
  private static let rounding = Decibels(power: 0x1p-32).value + 3
  private static let overPauses = 6.0

  init(of audio: AudioBuffer, floor: Decibels?) {
    let nyquist = audio.sampleRate.nyquist
    let size = 4 * Int((audio.sampleRate.value / 100).rounded(.up))
    let sums = SpectrumSums(of: audio, size: size, quietest: floor)
    let all = Self.levels(sums.readAll(), audio.sampleRate)
    let top = all.max() ?? -.infinity
    guard top > -.infinity else {
      (upper, edge, speechUpper) = (nyquist, .halfRate, nil)
      return
    }
    let nothing = min(
      Self.rounding - Decibels(power: Double(all.count)).value, top - Self.deepest)
    let end: Hertz
    if let wall = Self.wall(in: all) {
      end = Hertz(min(nyquist.value, Double(wall.band) * Self.width))
      edge = .wall(Decibels(wall.fall))
    } else if let last = Self.smooth(all).lastIndex(where: { $0 > nothing }),
      last < all.count - Self.side
    {
      end = Hertz(Double(last + 1) * Self.width)
      edge = .rounding
    } else {
      (end, edge) = (nyquist, .halfRate)
    }
    upper = end
    speechUpper = sums.readSpeechAndPauses().flatMap { speech, pauses in
      let over = zip(
        Self.levels(speech, audio.sampleRate), Self.levels(pauses, audio.sampleRate)
      ).map { $0 > nothing ? $0 - $1 : 0 }
      let last = Self.smooth(over).lastIndex { $0 >= Self.overPauses }
      return last.map { Hertz(min(end.value, Double($0 + 1) * Self.width)) }
    }
  }

  /// The level of each band from 0 Hz up, in dB.
  private static func levels(_ power: [Double], _ rate: Hertz) -> [Double] {
    let spectrum = PowerSpectrum(power: power, sampleRate: rate)
    let count = max(1, Int(rate.nyquist.value / width))
    return (0..<count).map { band in
      let low = Double(band) * width
      return Decibels(
        power: spectrum.bandPower(from: Hertz(low), to: Hertz(low + width))
      ).value
    }
  }

  private static func median(_ values: ArraySlice<Double>) -> Double {
    values.sorted()[values.count / 2]
  }

  private static func smooth(_ levels: [Double]) -> [Double] {
    levels.indices.map { median(levels[max(0, $0 - 2)..<min(levels.count, $0 + 3)]) }
  }

  /// The lowest plain wall, or else the steepest fall; nothing rises again behind.
  private static func wall(in levels: [Double]) -> (band: Int, fall: Double)? {
    var best: (band: Int, fall: Double)?
    let first = max(side, Int(lowestWall / width))
    guard first + slope < levels.count else { return nil }
    var highestAbove = [Double](repeating: -.infinity, count: levels.count + 1)
    let smoothed = smooth(levels)
    for band in levels.indices.reversed() {
      highestAbove[band] = max(highestAbove[band + 1], smoothed[band])
    }
    for band in first..<levels.count - slope {
      let below = median(levels[band - side..<band])
      let from = band + slope
      let above = median(levels[from..<min(levels.count, from + side)])
      let fall = below - max(above, highestAbove[from] - 5)
      if let best, best.fall >= plainFall, band > best.band + slope { break }
      let least = Double(band) * width < lowestSlightWall ? plainFall : leastFall
      guard fall >= least, fall > best?.fall ?? 0 else { continue }
      let within = (band - side..<from).last { levels[$0] >= below - 6 } ?? band
      best = (within + 1, fall)
    }
    return best
  }
}

/// The mean spectra of a recording, of its speech and of its pauses.
private struct SpectrumSums: ~Copyable {
  private var speech: [Double]
  private var pauses: [Double]
  private var speechFrames = 0
  private var pauseFrames = 0

  init(of audio: AudioBuffer, size: Int, quietest: Decibels?) {
    speech = Array(repeating: 0, count: size / 2 + 1)
    pauses = speech
    // A floor is that of the quietest 20 ms; the pauses around it reach 6 dB over it.
    let limit = quietest.map { Decibels($0.value + 6).power } ?? 0
    var frames = PowerFrames(of: audio, length: size, size: size)
    while frames.advance() {
      guard frames.start >= 0, frames.start + size <= audio.frameCount || frames.start == 0
      else { continue }
      let power = frames.power.reduce(0, +)
      guard power > 1e-12 else { continue }
      if power > limit {
        speechFrames += 1
        for bin in speech.indices { speech[bin] += frames.power[bin] }
      } else {
        pauseFrames += 1
        for bin in pauses.indices { pauses[bin] += frames.power[bin] }
      }
    }
  }

  /// The mean spectrum of all that is not digital silence.
  func readAll() -> [Double] {
    let count = Double(max(1, speechFrames + pauseFrames))
    return speech.indices.map { (speech[$0] + pauses[$0]) / count }
  }

  func readSpeechAndPauses() -> ([Double], [Double])? {
    guard speechFrames > 0, pauseFrames > 0 else { return nil }
    return (
      speech.map { $0 / Double(speechFrames) }, pauses.map { $0 / Double(pauseFrames) }
    )
  }
}
