/// Audio that is read block by block, and from its start as often as needed.
package protocol AudioSource: ~Copyable {
  /// How many frames pass in a second.
  var sampleRate: Hertz { get }
  /// How many channels run side by side.
  var channelCount: Int { get }

  /// Goes back to the first frame.
  mutating func rewind() throws

  /// Reads the next frames; an empty buffer is the end.
  mutating func read(maxFrames: Int) throws -> AudioBuffer
}

/// A buffer as a source.
package struct BufferSource: AudioSource, Sendable {
  private let buffer: AudioBuffer
  private var position = 0

  /// Creates a source that gives out a buffer.
  package init(_ buffer: AudioBuffer) { self.buffer = buffer }

  package var sampleRate: Hertz { buffer.sampleRate }
  package var channelCount: Int { buffer.channelCount }

  package mutating func rewind() { position = 0 }

  package mutating func read(maxFrames: Int) -> AudioBuffer {
    let end = min(position + maxFrames, buffer.frameCount)
    defer { position = end }
    return buffer.frames(position..<end)
  }
}
