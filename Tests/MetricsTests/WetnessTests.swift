import Metrics
import Signal
import TestSupport
import Testing

@Suite("Readings of wetness")
struct WetnessTests {
  private let speech = RoomEstimateTests.speech

  private func measure(
    _ render: AudioBuffer, of reference: AudioBuffer? = nil,
    response: ImpulseResponseMeasures? = nil
  ) throws -> Measurements {
    let analysis = try ReferenceAnalysis(
      of: reference ?? speech, labels: [], hasLowVoice: false, isSpeech: true)
    let bank = MetricBank([Wetness.decayTime, Wetness.clarity, Wetness.speechTransmission])
    return bank.measure(
      render, of: analysis,
      renderer: response.map { RendererFacts(linearResponse: .flat, impulseResponse: $0) })
  }

  @Test("a renderer's own impulse response is what counts, whatever the signals are")
  func exact() throws {
    let room = KnownRooms.room(seconds: 0.8, level: 0.05, length: 1.2, rate: speech.sampleRate)
    let response = try #require(ImpulseResponseMeasures(of: room))

    let found = try measure(speech, response: response)

    #expect(found["sti-index"]?.value == response.speechTransmissionIndex)
    #expect(found["clarity-dB"]?.value == response.speechClarity.value)
    #expect(found["decay-time-s"]?.value == response.t30Seconds)
    #expect(found.failures.isEmpty && found.uncertain.isEmpty)
  }

  @Test("the render of an impulse is read as it is, and nothing is estimated of our own renders")
  func impulse() throws {
    let room = KnownRooms.room(seconds: 0.8, level: 0.05, length: 1.2, rate: speech.sampleRate)
    let dirac = TestSignals.impulse(frameCount: room.frameCount, sampleRate: room.sampleRate)
    let reference = try ReferenceAnalysis(
      of: dirac, labels: [], hasLowVoice: false, isSpeech: false, isImpulse: true)
    let spoken = try ReferenceAnalysis(of: speech, labels: [], hasLowVoice: false, isSpeech: true)
    let own = RendererFacts(linearResponse: .flat)
    let bank = MetricBank([Wetness.speechTransmission])

    let found = bank.measure(room, of: reference, renderer: own)
    let notRead = bank.measure(speech, of: spoken, renderer: own)

    let response = try #require(ImpulseResponseMeasures(of: room))
    #expect(found["sti-index"]?.value == response.speechTransmissionIndex)
    #expect(notRead.readings.isEmpty && notRead.failures.isEmpty && notRead.uncertain.isEmpty)
  }

  @Test("a dry render reads dry, and says how much speech it rests on")
  func dry() throws {
    let found = try measure(speech)

    #expect(abs(try #require(found["sti-index"]).value - 1) <= 1e-6)
    #expect(found["clarity-dB"]?.value == 25)
    #expect(found["decay-time-s"]?.value == 0)
    #expect(try #require(found["sti-index"]?.material).amount >= 3)
  }

  @Test("a render in a room falls below the bounds")
  func wet() throws {
    let room = KnownRooms.room(seconds: 1.5, level: 0.03, length: 1.9, rate: speech.sampleRate)
    let wet = RoomEstimateTests.convolved(speech, with: room)

    let found = try measure(wet)

    for name in ["sti-index", "clarity-dB"] {
      let reading = try #require(found[name])
      #expect(reading.metric.boundsVerdict(reading.value) == .fail)
    }
    // As of the estimates themselves, 4 %, and noise that decays scatters.
    #expect(abs(try #require(found["decay-time-s"]).value / 1.5 - 1) <= 0.1)
  }

  @Test("too little speech is uncertain, and has no number")
  func short() throws {
    let short = speech.frames(0..<40_000)

    let found = try measure(short, of: short)

    #expect(found.readings.isEmpty && found.failures.isEmpty)
    #expect(found.uncertain.count == 3)
    #expect(found.uncertain.allSatisfy { $0.material.amount < $0.neededAmount })
  }
}
