import Signal
import Spectrum

/// The level of the render in one band; silence reads `-infinity`.
package struct BandLevel: Metric {
  /// What of the sound lives below the voice.
  package static let rumble = BandLevel("rumble", from: 20, to: 60)
  /// The bass of music, and hum.
  package static let bass = BandLevel("bass", from: 60, to: 130)
  /// The chest of a male voice.
  package static let body = BandLevel("body", from: 85, to: 180)
  /// The boxiness of rooms, and the warmth of voices.
  package static let mud = BandLevel("mud", from: 200, to: 400)
  /// What makes words clear.
  package static let clarity = BandLevel("clarity", from: 1_000, to: 3_000)
  /// The consonants.
  package static let crispness = BandLevel("crispness", from: 5_000, to: 8_000)
  /// Air, and hiss.
  package static let air = BandLevel("air", from: 10_000, to: 20_000)

  private let name: String
  private let low: Double
  private let high: Double

  private init(_ name: String, from low: Double, to high: Double) {
    self.name = name
    self.low = low
    self.high = high
  }

  package var description: MetricDescription {
    MetricDescription(
      id: "band-\(name)", unit: .fullScaleDecibels, axis: .colour, direction: .neither,
      protectsSpeech: false,
      tolerance: 0.02,
      tells: """
        Where in the spectrum the energy of the render lies; the seven bands are those that the presets are tuned by.
        """,
      definition: """
        The mean square of the whole render from \(Int(low)) to \(Int(high)) Hz, mean of the \
        channels, in dB; at most up to half the sample rate; −infinity for digital silence. Hann \
        frames of 0.1 to 0.2 s, a quarter of their length apart.
        """,
      source: """
        Band edges after the article the presets come from. P. D. Welch, IEEE Transactions on \
        Audio and Electroacoustics 15(2), 1967.
        """,
      blindTo: "When the sound comes, and whether it is voice or noise.")
  }

  package func isApplicable(to analysis: Analysis) -> Bool {
    analysis.render.sampleRate.nyquist.value > low
  }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    let power = analysis.spectrum.bandPower(from: Hertz(low), to: Hertz(high))
    return [
      reading(Decibels(power: power).value, at: Place(lowHertz: low, highHertz: high))
    ]
  }
}
