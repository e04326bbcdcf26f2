package import Signal

/// A render that was moved so that frame *i* belongs to frame *i* of its reference.
package struct AlignedRender: Sendable {
  /// The render: as long as the reference, with what sounds on after it.
  package let audio: AudioBuffer
  /// How many frames at the start of the reference the render does not have; they are silent.
  package let missingAtStart: Int
  /// How many frames at the end of the reference the render does not have; they are silent.
  package let missingAtEnd: Int
  /// How many frames sound on after the end of the reference.
  package let tailFrames: Int
  /// How many frames behind the tail were left out.
  package let droppedFrames: Int

  /// How much of its end a render may lack: a chain that forgets its own latency cuts so much.
  package static let mostMissingSeconds = 0.05
  /// What may sound on after the reference: the longest tail that the chain gives its rooms.
  package static let longestTailSeconds = 10.0

  /// Moves a render.
  ///
  /// A delay of whole frames copies samples as they are. Any other reads between them, within
  /// −80 dB of the wave up to 0.45 of the sample rate.
  ///
  /// - Parameters:
  ///   - render: The render as it came.
  ///   - reference: What it is to be laid beside.
  ///   - delay: How late it is.
  /// - Throws: `MetricError.renderEndsEarly` where more than 50 ms of the end are missing.
  package init(
    of render: AudioBuffer, to reference: AudioBuffer, by delay: DelayEstimate
  ) throws(MetricError) {
    let rate = reference.sampleRate.value
    let whole = Int(delay.frames.rounded(.down))
    let fraction = delay.frames - Double(whole)
    let available = render.frameCount - Int(delay.frames.rounded(.up))
    let missing = max(0, reference.frameCount - available)
    guard Double(missing) <= Self.mostMissingSeconds * rate else {
      throw .renderEndsEarly(frames: max(0, available), neededFrames: reference.frameCount)
    }
    let longest = reference.frameCount + Int(Self.longestTailSeconds * rate)
    let count = min(longest, max(reference.frameCount, available))
    let range = whole..<whole + count
    let reader = fraction == 0 ? nil : FractionalDelay(fraction: fraction)
    let channels = render.channels.map { channel in
      reader?.samples(range, of: channel) ?? Self.copy(range, of: channel)
    }
    audio = AudioBuffer(channels: channels, sampleRate: render.sampleRate)
    missingAtStart = min(reference.frameCount, max(0, -whole))
    missingAtEnd = missing
    tailFrames = count - reference.frameCount
    droppedFrames = max(0, available - count)
  }

  private static func copy(_ range: Range<Int>, of channel: [Float]) -> [Float] {
    let inside = range.clamped(to: channel.indices)
    let before = min(range.count, max(0, -range.lowerBound))
    return [Float](repeating: 0, count: before) + channel[inside]
      + [Float](repeating: 0, count: range.count - before - inside.count)
  }
}
