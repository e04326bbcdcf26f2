import Signal
import TestSupport
import Testing

@testable import Metrics

@Suite("Peaks of delivered files")
struct DeliveredPeakTests {
  @Test("the peak is that of the file, though a part of a frame of delay has been taken out")
  func fractionalDelay() throws {
    let reference = TestSignals.talk(syllables: 30, sampleRate: Hertz(16_000))
    // Half of two neighbours is later by half a frame, and lower in its treble.
    let samples = reference.channels[0]
    let render = AudioBuffer(
      channels: [samples.indices.map { ($0 > 0 ? samples[$0 - 1] : 0) / 2 + samples[$0] / 2 }],
      sampleRate: reference.sampleRate)

    let pair = try PairMeasurement(of: render, against: reference)

    // The mean of two neighbours is late by half a frame at every frequency.
    #expect(abs(pair.delay.frames - 0.5) < 0.05)
    let peak = try #require(pair.measurements["sample-peak-dBFS"]).value
    #expect(peak == Decibels(amplitude: Double(render.peak)).value)
  }
}
