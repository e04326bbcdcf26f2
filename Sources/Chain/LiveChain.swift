package import Presets
package import Signal

/// The chain for one preset at a time, which may be changed while sound runs through it.
///
/// With numbers that stand, the output is that of `OfflineRenderer` bit for bit, `latencyFrames`
/// later. Everything that takes memory or long is done when the chain is made.
package struct LiveChain: Sendable {
  /// How many frames the output lags behind the input.
  package let latencyFrames: Int

  private let sampleRate: Hertz
  private let channelCount: Int
  private var stage: LaneStage
  private var sections: LiveChainSections
  private var dynamics: LiveChainDynamics
  private var rooms: LiveChainRooms
  private var drive: LiveChainRamp
  private var limiter: CeilingLimiter
  private var glide: LiveChainGlide
  /// The current block; the right channel rests in mono.
  private var left = [Float](repeating: 0, count: LiveChainRooms.mostFrames)
  private var right = [Float](repeating: 0, count: LiveChainRooms.mostFrames)
  /// The frames since the chain was made or reset.
  private var position = 0

  /// Creates a chain, at rest.
  ///
  /// - Parameters:
  ///   - preset: What the chain starts with.
  ///   - peak: The largest magnitude of the clip before the gain stage with this preset, as
  ///     `OfflineRenderer.peaks(of:)` finds it; zero where nobody has measured it, which leaves
  ///     normalising out.
  ///   - sampleRate: The rate of the audio.
  ///   - channelCount: One or two.
  ///   - rooms: The rooms that presets may ask for.
  ///   - bellCount: The most bells that a preset may have.
  /// - Throws: `ChainError` where the format or the preset cannot be run.
  package init(
    preset: AudioPreset, peak: Float, sampleRate: Hertz, channelCount: Int,
    rooms: [ReverbPreset] = ReverbPreset.allCases, bellCount: Int = AudioPreset.bandLimit
  ) throws(ChainError) {
    try checkFormat(presets: [preset], sampleRate: sampleRate, channelCount: channelCount)
    let spareBells = bellCount - preset.eqBands.count
    guard spareBells >= 0 else {
      throw .tooManyBells(preset: preset.id, count: preset.eqBands.count, most: bellCount)
    }
    if let room = preset.heardRoom, !rooms.contains(room) {
      throw .roomNotPrepared(preset: preset.id, room: room)
    }
    let plan = GainStage.plan(peak: peak, preset: preset)
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    stage = LaneStage(
      presets: [preset], sampleRate: sampleRate, isStereo: channelCount == 2,
      spareBells: spareBells)
    sections = LiveChainSections(bellCount: bellCount)
    dynamics = LiveChainDynamics(
      Dynamics.Settings(DynamicsLaw(preset), sampleRate: sampleRate))
    self.rooms = LiveChainRooms(rooms, sampleRate: sampleRate)
    drive = LiveChainRamp(plan.drive)
    limiter = CeilingLimiter(
      ceiling: plan.ceiling, channelCount: channelCount, sampleRate: sampleRate)
    latencyFrames = limiter.latencyFrames
    glide = LiveChainGlide(sampleRate: sampleRate)
    try apply(preset, peak: peak)
  }

  /// Changes the preset in place: over 20 ms while sound is running, from wherever the numbers
  /// stand, and at once before the first frame.
  ///
  /// A room that comes back is emptied here, which writes its delay lines once.
  ///
  /// - Parameters:
  ///   - preset: The preset to go to.
  ///   - peak: See `init`.
  /// - Throws: `ChainError` where the chain cannot run the preset; nothing has changed then.
  package mutating func apply(_ preset: AudioPreset, peak: Float) throws(ChainError) {
    precondition(peak >= 0 && peak.isFinite, "a peak is a magnitude")
    try checkHighPass(of: preset, sampleRate: sampleRate)
    guard preset.eqBands.count <= sections.bellCount else {
      throw .tooManyBells(
        preset: preset.id, count: preset.eqBands.count, most: sections.bellCount)
    }
    if let room = preset.heardRoom, !rooms.suffice(for: preset) {
      throw .roomNotPrepared(preset: preset.id, room: room)
    }
    sections.aim(at: preset, sampleRate: sampleRate, in: &stage)
    dynamics.aim(at: Dynamics.Settings(DynamicsLaw(preset), sampleRate: sampleRate))
    rooms.aim(at: preset)
    drive.aim(at: GainStage.plan(peak: peak, preset: preset).drive)
    glide.start()
    if position == 0 { jump() }
  }

  /// Forgets every past sample, and goes to the numbers of the last preset at once.
  package mutating func reset() {
    jump()
    stage.reset()
    rooms.reset()
    limiter.reset()
    position = 0
  }

  /// Processes the next frames in place; what comes out is what went in `latencyFrames` before.
  ///
  /// - Parameters:
  ///   - channels: As many channels as the chain was made for.
  ///   - frames: Which frames are next, any number of them.
  /// - Throws: `ChainError` at the first sample that is not finite, or far too loud; nothing has
  ///   changed then, and the chain goes on as if the frames had never come.
  package mutating func process(
    _ channels: inout [[Float]], frames: Range<Int>
  ) throws(ChainError) {
    precondition(channels.count == channelCount, "the chain was made for other channels")
    for samples in channels {
      precondition(
        frames.lowerBound >= 0 && frames.upperBound <= samples.count, "frames must exist")
    }
    try checkSamples(channels, frames: frames, from: position)
    var next = frames.lowerBound
    while next < frames.upperBound {
      var count = min(LiveChainRooms.mostFrames, frames.upperBound - next)
      if glide.isOn { count = min(count, glide.remainingFrames) }
      filter(channels, next..<next + count)
      rooms.process(&left, &right, isStereo: channelCount == 2, count, glide)
      give(&channels, next..<next + count)
      moveOn(count)
      next += count
    }
  }

  /// Goes to the end of the glide.
  private mutating func jump() {
    sections.arrive(in: &stage)
    dynamics.move(to: 1, in: &stage)
    rooms.arrive()
    drive.move(to: 1)
    glide.finish()
  }

  private mutating func moveOn(_ count: Int) {
    position += count
    guard glide.isOn else { return }
    drive.move(to: glide.share(at: count - 1))
    glide.advance(count)
    if !glide.isOn { rooms.arrive() }
  }

  /// Runs high-pass, bells and dynamics over the next frames, into the block.
  private mutating func filter(_ channels: [[Float]], _ frames: Range<Int>) {
    var done = 0
    while done < frames.count {
      var count = stage.nextCount(of: frames.count - done)
      if glide.isOn {
        // Steps of sixteen frames would be heard: a bell of 12 dB at -45 dBFS above 3 kHz.
        count = 1
        let share = glide.share(at: done)
        sections.move(to: share, in: &stage)
        dynamics.move(to: share, in: &stage)
      }
      let start = frames.lowerBound + done
      stage.advance(channels, frames: start..<start + count)
      for frame in 0..<count { left[done + frame] = stage.left[frame][0] }
      if channelCount == 2 {
        for frame in 0..<count { right[done + frame] = stage.right[frame][0] }
      }
      done += count
    }
  }

  /// Drives and limits the block, and writes it where it belongs.
  private mutating func give(_ channels: inout [[Float]], _ frames: Range<Int>) {
    if glide.isOn {
      for frame in 0..<frames.count {
        let drive = drive.value(at: glide.share(at: frame))
        left[frame] *= drive
        right[frame] *= drive
      }
    }
    Self.copy(left, to: &channels[0], frames)
    if channelCount == 2 { Self.copy(right, to: &channels[1], frames) }
    limiter.process(
      &channels, frames: frames, drive: glide.isOn ? 1 : drive.value, to: frames.lowerBound)
  }

  private static func copy(_ block: [Float], to channel: inout [Float], _ frames: Range<Int>) {
    for offset in 0..<frames.count { channel[frames.lowerBound + offset] = block[offset] }
  }
}
