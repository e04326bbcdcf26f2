package import Signal

/// Writes audio to a file, block after block.
///
/// The file appears under its name only once `finish` returns; until then, and after a failure, an
/// old file of that name stays as it was and nothing else is left behind. Pipes and devices get
/// their bytes then, in one go. The same samples give the same bytes.
package struct AudioFileWriter: ~Copyable {
  /// The path that was asked for.
  package let path: String
  /// The container and encoding.
  package let format: AudioFileFormat
  /// The rate of the audio.
  package let sampleRate: Hertz
  /// How many channels the audio has.
  package let channelCount: Int
  /// How many frames were written.
  package private(set) var frameCount = 0

  private static let blockFrames = 2048
  /// WAV and AIFF count bytes in 32 bits; the margin leaves room for the header.
  private static let largestSmallFile = 0xFFFF_FFFF - 4096

  private let target: OutputTarget
  private var sound: SoundFile
  private var scratch: [Float]
  private var failure: AudioFileError?
  private var isFinished = false

  /// Starts a file.
  ///
  /// - Parameters:
  ///   - path: A file in a folder that exists.
  ///   - format: What `AudioFileFormat(path:encoding:)` chose, or any format that `isWritable`.
  ///   - sampleRate: A whole number of hertz within `AudioFileLimits.sampleRates`.
  ///   - channelCount: From one to `AudioFileLimits.channelCount`.
  package init(
    path: String, format: AudioFileFormat, sampleRate: Hertz, channelCount: Int
  ) throws(AudioFileError) {
    guard format.isWritable else {
      throw .unsupportedOutputEncoding(
        path: path, encoding: format.encoding.rawValue, container: format.container.rawValue)
    }
    guard AudioFileLimits.allows(sampleRate) else {
      throw .unsupportedRate(path: path, rate: sampleRate)
    }
    guard (1...AudioFileLimits.channelCount).contains(channelCount) else {
      throw .tooManyChannels(path: path, count: channelCount, limit: AudioFileLimits.channelCount)
    }
    let target = try OutputTarget(path: path)
    let sound: SoundFile
    do {
      sound = try SoundFile(
        writing: OpenFile(path: path, writingTo: target.descriptor), format: format,
        sampleRate: Int(sampleRate.value), channelCount: channelCount)
    } catch {
      target.discard()
      throw error
    }
    self.path = path
    self.format = format
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.target = target
    self.scratch = [Float](repeating: 0, count: Self.blockFrames * channelCount)
    self.sound = sound
  }

  deinit {
    if !isFinished { target.discard() }
  }

  /// Writes the next frames; integer encodings clip at full scale, they never wrap.
  ///
  /// - Parameter buffer: Of the file's channel count and rate.
  /// - Throws: `nonFinite` for NaN or infinity, with the frame counted from the start of the file.
  ///   After any error the file cannot be finished.
  package mutating func write(_ buffer: AudioBuffer) throws(AudioFileError) {
    precondition(buffer.channelCount == channelCount, "channel counts must agree")
    precondition(buffer.sampleRate == sampleRate, "sample rates must agree")
    precondition(!isFinished, "a finished file cannot grow")
    if let failure { throw failure }
    do throws(AudioFileError) {
      try check(buffer)
      var start = 0
      while start < buffer.frameCount {
        let frames = min(Self.blockFrames, buffer.frameCount - start)
        for (channel, samples) in buffer.channels.enumerated() {
          interleave(samples, channel: channel, from: start, frames: frames)
        }
        try writeBlock(frames: frames)
        start += frames
      }
    } catch {
      failure = error
      throw error
    }
  }

  /// Completes the file and puts it in its place.
  package mutating func finish() throws(AudioFileError) {
    precondition(!isFinished, "a file is finished once")
    if let failure { throw failure }
    do throws(AudioFileError) {
      // The library would leave a file of no bytes.
      guard frameCount > 0 || format.container != .flac else {
        throw .cannotWrite(path: path, reason: "a FLAC file needs at least one frame; write .wav")
      }
      if let reason = sound.close() { throw .cannotWrite(path: path, reason: reason) }
      if format.container == .ogg {
        try OggPages.fixSerialNumber(of: target.workingPath, path: path)
      }
      try target.commit()
    } catch {
      failure = error
      throw error
    }
    isFinished = true
  }

  /// Refuses what a file must not hold or cannot hold.
  private func check(_ buffer: AudioBuffer) throws(AudioFileError) {
    if let first = buffer.firstNonFinite {
      let count = buffer.channels.reduce(0) { $0 + $1.count { !$0.isFinite } }
      throw .nonFinite(
        path: path, firstFrame: frameCount + first.frame, channel: first.channel, count: count)
    }
    guard format.container == .wav || format.container == .aiff else { return }
    let frameBytes = (format.bytesPerSample ?? 0) * channelCount
    let (bytes, overflow) = (frameCount + buffer.frameCount).multipliedReportingOverflow(
      by: frameBytes)
    guard !overflow, bytes <= Self.largestSmallFile else {
      throw .cannotWrite(path: path, reason: "more than 4 GB do not fit; write .caf or .flac")
    }
  }

  private mutating func writeBlock(frames: Int) throws(AudioFileError) {
    let written = scratch.withUnsafeBufferPointer { samples in
      sound.write(UnsafeBufferPointer(rebasing: samples[..<(frames * channelCount)]))
    }
    guard written == frames else {
      throw .cannotWrite(path: path, reason: sound.failure() ?? "the disk may be full")
    }
    frameCount += frames
  }

  /// Copies one channel to its places in the scratch.
  private mutating func interleave(
    _ samples: [Float], channel: Int, from start: Int, frames: Int
  ) {
    precondition(start + frames <= samples.count, "the frames must exist")
    let stride = channelCount
    scratch.withUnsafeMutableBufferPointer { target in
      samples.withUnsafeBufferPointer { source in
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        for frame in 0..<frames { target[frame * stride + channel] = source[start + frame] }
      }
    }
  }
}
