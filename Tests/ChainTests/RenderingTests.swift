import Chain
import Presets
import Signal
import TestSupport
import Testing

/// Speech-like input: bursts of noise over a hum, with gaps of exact silence.
private func testInput(seconds: Double = 0.8, rate: Hertz) -> AudioBuffer {
  let noise = TestSignals.noise(amplitude: 0.4, seconds: seconds, seed: 7, sampleRate: rate)
  let hum = TestSignals.sine(Hertz(140), amplitude: 0.1, seconds: seconds, sampleRate: rate)
  let samples = noise.channels[0].indices.map { frame -> Float in
    let syllable = Int(Double(frame) / rate.value * 8) % 4
    return [noise.channels[0][frame], hum.channels[0][frame], 0, -0.0][syllable]
  }
  return AudioBuffer(channels: [samples], sampleRate: rate)
}

@Suite("Rendering")
struct RenderingTests {
  private let rate = Hertz(48_000)

  private func render(
    _ input: AudioBuffer, _ presets: [AudioPreset], blockFrames: Int = 4_096
  ) throws -> [Render] {
    var options = OfflineRenderer.Options()
    options.blockFrames = blockFrames
    let renderer = try OfflineRenderer(
      presets: presets, sampleRate: input.sampleRate, channelCount: input.channelCount,
      options: options)
    return try renderer.render(input)
  }

  @Test("a preset gives the same bits alone, beside others and in any lane")
  func anyLane() throws {
    let library = try PresetLibrary.embedded().presets
    let input = testInput(rate: rate)
    let together = try render(input, library)
    let reversed = try render(input, library.reversed())
    #expect(together.count == library.count)
    for (index, preset) in library.enumerated() {
      let alone = try render(input, [preset])[0]
      #expect(firstDifference(alone.audio, together[index].audio) == nil, "\(preset.id)")
      let other = reversed[library.count - 1 - index]
      #expect(firstDifference(alone.audio, other.audio) == nil, "\(preset.id)")
      #expect(alone.facts == together[index].facts)
    }
  }

  @Test("in a long silence a preset that rests gives the same bits as beside one that does not")
  func restingLane() throws {
    var quick = try PresetLibrary.embedded().presets[0]
    (quick.reverbMix, quick.releaseTime) = (0, 0.05)
    // This one's narrow bell and slow release are far from zero after 4 s.
    var slow = quick
    slow.releaseTime = 10
    slow.eqBands = [AudioPreset.EQBand(frequency: 20, gain: 12, bandwidth: 0.05)]
    let sound = testInput(rate: rate)
    var input = sound
    input.append(AudioBuffer(silentFrames: 4 * 48_000, channelCount: 1, sampleRate: rate))
    input.append(sound)
    let stereo = AudioBuffer(
      channels: [
        input.channels[0], sound.channels[0] + input.channels[0].dropFirst(sound.frameCount),
      ],
      sampleRate: rate)
    for source in [input, stereo] {
      let alone = try render(source, [quick])[0]
      let beside = try render(source, [slow, quick])
      #expect(firstDifference(alone.audio, beside[1].audio) == nil)
      #expect(alone.audio.channels[0][4 * 48_000] == 0)
    }
  }

  @Test("any block size gives the same bits", arguments: [1, 37, 64, 100_000])
  func anyBlockSize(blockFrames: Int) throws {
    let library = try PresetLibrary.embedded().presets
    let input = testInput(rate: rate)
    for channels in [1, 2] {
      let source = AudioBuffer(
        channels: (0..<channels).map { channel in
          channel == 0 ? input.channels[0] : input.channels[0].reversed()
        }, sampleRate: rate)
      let usual = try render(source, library)
      let other = try render(source, library, blockFrames: blockFrames)
      for (index, preset) in library.enumerated() {
        #expect(
          firstDifference(usual[index].audio, other[index].audio) == nil,
          "\(preset.id), \(channels) channels")
        #expect(usual[index].facts == other[index].facts)
      }
    }
  }

  @Test("any number of threads gives the same bits", arguments: [2, 3])
  func anyWorkers(workers: Int) throws {
    let library = try PresetLibrary.embedded().presets
    let input = testInput(rate: rate)
    var options = OfflineRenderer.Options()
    let alone = try OfflineRenderer(
      presets: library, sampleRate: rate, channelCount: 1, options: options)
    options.workers = workers
    let shared = try OfflineRenderer(
      presets: library, sampleRate: rate, channelCount: 1, options: options)
    let expected = try alone.render(input)
    let renders = try shared.render(input)
    var source = BufferSource(input)
    var streamed = library.map { _ in
      AudioBuffer(silentFrames: 0, channelCount: 1, sampleRate: rate)
    }
    let facts = try shared.render(&source) { index, block in streamed[index].append(block) }
    let peaks = try shared.peaks(of: &source)
    for (index, preset) in library.enumerated() {
      #expect(
        firstDifference(renders[index].audio, expected[index].audio) == nil, "\(preset.id)")
      #expect(firstDifference(streamed[index], expected[index].audio) == nil, "\(preset.id)")
      #expect(facts[index] == expected[index].facts)
      #expect(
        Decibels(amplitude: Double(peaks[index])) == expected[index].facts.peakBeforeGain)
    }
  }

  @Test("two equal channels give what one gives")
  func dualMono() throws {
    let library = try PresetLibrary.embedded().presets
    let input = testInput(rate: rate)
    let doubled = AudioBuffer(channels: [input.channels[0], input.channels[0]], sampleRate: rate)
    let (mono, stereo) = (try render(input, library), try render(doubled, library))
    for (index, preset) in library.enumerated() where preset.reverbMix == 0 {
      // The ears of a room differ by design; everything else is the same on both sides.
      let expected = AudioBuffer(
        channels: [mono[index].audio.channels[0], mono[index].audio.channels[0]],
        sampleRate: rate)
      #expect(firstDifference(stereo[index].audio, expected) == nil, "\(preset.id)")
    }
  }

  @Test("with a room, the left ear of two equal channels is what one channel gives")
  func dualMonoWithRoom() throws {
    let library = try PresetLibrary.embedded().presets.filter { $0.reverbMix > 0 }
    #expect(!library.isEmpty)
    let input = testInput(rate: rate)
    let doubled = AudioBuffer(channels: [input.channels[0], input.channels[0]], sampleRate: rate)
    for preset in library {
      var unscaled = preset
      // Normalising listens to both ears, and so would the tail's end.
      unscaled.normalizeVolume = false
      unscaled.outputGain = -12
      let mono = try render(input, [unscaled])[0].audio
      let stereo = try render(doubled, [unscaled])[0].audio
      let common = min(mono.frameCount, stereo.frameCount)
      let left = AudioBuffer(channels: [stereo.channels[0]], sampleRate: rate)
      #expect(common > input.frameCount)
      #expect(
        firstDifference(left.frames(0..<common), mono.frames(0..<common)) == nil, "\(preset.id)")
    }
  }

  @Test("a render goes on until its room is 60 dB down, and says how long")
  func tail() throws {
    let library = try PresetLibrary.embedded().presets.filter { $0.reverbMix > 0 }
    let input = testInput(rate: rate)
    for render in try render(input, library) {
      let audio = render.audio
      #expect(render.facts.tailFrames > 0)
      #expect(audio.frameCount == input.frameCount + render.facts.tailFrames)
      let end = audio.frames(audio.frameCount - 480..<audio.frameCount)
      #expect(Double(end.peak) <= Double(audio.peak) * 0.001)
      #expect(!render.facts.isTailCut)
    }
  }

  @Test("without its tail a render has the length of the input and ends in silence")
  func cutTail() throws {
    let library = try PresetLibrary.embedded().presets
    let preset = try #require(library.first { $0.id == "cathedral" })
    var options = OfflineRenderer.Options()
    options.rendersTail = false
    let input = TestSignals.noise(amplitude: 0.3, seconds: 0.5, sampleRate: rate)
    let renderer = try OfflineRenderer(
      presets: [preset], sampleRate: rate, channelCount: 1, options: options)
    let audio = try renderer.render(input)[0].audio
    #expect(audio.frameCount == input.frameCount)
    #expect(audio.channels[0].last == 0)
  }

  @Test("an impulse at frame 0 stays at frame 0")
  func latency() throws {
    let input = TestSignals.impulse(height: 0.8, frameCount: 24_000, sampleRate: rate)
    let output = try render(input, [.neutral { $0.outputGain = 6 }])[0].audio.channels[0]
    let loudest = output.indices.max { output[$0].magnitude < output[$1].magnitude }
    #expect(loudest == 0)
    #expect(output.count == 24_000)
  }

  @Test("a burst leaves no subnormal numbers behind")
  func noSubnormals() throws {
    let burst = TestSignals.noise(amplitude: 0.3, seconds: 0.1, sampleRate: rate)
    let input = AudioBuffer(
      channels: [burst.channels[0] + [Float](repeating: 0, count: 96_000)], sampleRate: rate)
    for render in try render(input, try PresetLibrary.embedded().presets) {
      #expect(!render.audio.channels[0].contains { $0.isSubnormal })
    }
  }

  @Test("a sample that is not finite is refused with its place", arguments: [Float.nan, .infinity])
  func notFinite(sample: Float) throws {
    var input = testInput(rate: rate)
    input.update(channel: 0) { $0[123] = sample }
    #expect(throws: ChainError.notFinite(channel: 0, frame: 123)) {
      try render(input, [.denoise])
    }
  }

  @Test("formats that the chain cannot run are refused")
  func refusedFormats() {
    #expect(throws: ChainError.unsupportedSampleRate(Hertz(4_000))) {
      try OfflineRenderer(presets: [.denoise], sampleRate: Hertz(4_000), channelCount: 1)
    }
    #expect(throws: ChainError.unsupportedChannelCount(6)) {
      try OfflineRenderer(presets: [.denoise], sampleRate: rate, channelCount: 6)
    }
    #expect(throws: ChainError.noPresets) {
      try OfflineRenderer(presets: [], sampleRate: rate, channelCount: 1)
    }
    #expect(
      throws: ChainError.highPassAboveNyquist(
        preset: "neutral", corner: Hertz(5_000), sampleRate: Hertz(8_000))
    ) {
      try OfflineRenderer(
        presets: [.neutral { $0.highPassFreq = 5_000 }], sampleRate: Hertz(8_000),
        channelCount: 1)
    }
  }

  @Test("an empty input gives an empty render")
  func empty() throws {
    let input = AudioBuffer(channels: [[]], sampleRate: rate)
    let renders = try render(input, try PresetLibrary.embedded().presets)
    #expect(renders.allSatisfy { $0.audio.frameCount == 0 })
  }
}

@Suite("Streaming")
struct StreamingTests {
  private let rate = Hertz(44_100)

  @Test("a stream gives the bits that a buffer gives, tails and all", arguments: [1, 2])
  func sameBits(channelCount: Int) throws {
    let library = try PresetLibrary.embedded().presets
    let noise = TestSignals.noise(
      amplitude: 0.3, seconds: 0.7, channelCount: channelCount, seed: 5, sampleRate: rate)
    for rendersTail in [true, false] {
      var options = OfflineRenderer.Options()
      options.blockFrames = 1_000
      options.rendersTail = rendersTail
      let renderer = try OfflineRenderer(
        presets: library, sampleRate: rate, channelCount: channelCount, options: options)
      let whole = try renderer.render(noise)
      var source = BufferSource(noise)
      let empty = AudioBuffer(silentFrames: 0, channelCount: channelCount, sampleRate: rate)
      var streamed = Array(repeating: empty, count: library.count)

      let facts = try renderer.render(&source) { index, block in streamed[index].append(block) }

      for (index, preset) in library.enumerated() {
        #expect(
          firstDifference(streamed[index], whole[index].audio) == nil,
          "\(preset.id), tail \(rendersTail)")
        #expect(facts[index] == whole[index].facts)
      }
    }
  }

  @Test("what the sink throws ends the render, on one thread or two", arguments: [1, 2])
  func sinkFails(workers: Int) throws {
    struct DiskFull: Error {}
    let library = try PresetLibrary.embedded().presets
    let noise = TestSignals.noise(amplitude: 0.3, seconds: 0.5, sampleRate: rate)
    var options = OfflineRenderer.Options()
    options.workers = workers
    options.blockFrames = 1_000
    let renderer = try OfflineRenderer(
      presets: library, sampleRate: rate, channelCount: 1, options: options)
    var source = BufferSource(noise)
    var calls = 0
    #expect(throws: DiskFull.self) {
      try renderer.render(&source) { _, _ in
        calls += 1
        if calls == 30 { throw DiskFull() }
      }
    }
    #expect(calls == 30)
  }

  @Test("more rooms than a group has lanes are shared among threads")
  func manyRooms() throws {
    let library = try PresetLibrary.embedded().presets
    let presets = library.filter { $0.reverbMix > 0 } + library.filter { $0.reverbMix > 0 }
    let many = presets + presets
    #expect(many.count > 16)
    let noise = TestSignals.noise(amplitude: 0.3, seconds: 0.2, sampleRate: rate)
    var options = OfflineRenderer.Options()
    let alone = try OfflineRenderer(
      presets: presets, sampleRate: rate, channelCount: 1, options: options)
    options.workers = 2
    let shared = try OfflineRenderer(
      presets: many, sampleRate: rate, channelCount: 1, options: options)
    let (expected, renders) = (try alone.render(noise), try shared.render(noise))
    for index in many.indices {
      #expect(
        firstDifference(renders[index].audio, expected[index % presets.count].audio) == nil)
    }
  }

  @Test("measuring alone finds the peaks that rendering finds")
  func peaksAlone() throws {
    let library = try PresetLibrary.embedded().presets
    let noise = TestSignals.noise(amplitude: 0.3, seconds: 0.5, sampleRate: rate)
    let renderer = try OfflineRenderer(presets: library, sampleRate: rate, channelCount: 1)
    var source = BufferSource(noise)

    let peaks = try renderer.peaks(of: &source).map { Decibels(amplitude: Double($0)) }

    #expect(peaks == (try renderer.render(noise).map(\.facts.peakBeforeGain)))
  }

  @Test("a bad sample in a later block is refused with its place in the stream")
  func badSample() throws {
    var noise = TestSignals.noise(amplitude: 0.3, seconds: 0.5, sampleRate: rate)
    noise.update(channel: 0) { $0[9_000] = .infinity }
    let renderer = try OfflineRenderer(presets: [.denoise], sampleRate: rate, channelCount: 1)
    var source = BufferSource(noise)
    #expect(throws: ChainError.notFinite(channel: 0, frame: 9_000)) {
      try renderer.peaks(of: &source)
    }
    noise.update(channel: 0) { $0[9_000] = 2e6 }
    #expect(throws: ChainError.tooLoud(channel: 0, frame: 9_000)) { try renderer.render(noise) }
  }
}
