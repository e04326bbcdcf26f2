package import Signal

/// Reads a whole audio file.
///
/// - Parameters:
///   - path: A regular file of any format that is read; its content decides which.
///   - allowTruncated: Whether a file with fewer frames than it declares is taken as far as it
///     goes; use `AudioFileReader` to see the note that tells.
package func readAudio(
  path: String, allowTruncated: Bool = false
) throws(AudioFileError) -> AudioBuffer {
  var reader = try AudioFileReader(path: path, allowTruncated: allowTruncated)
  return try reader.readAll()
}

/// Writes a whole buffer to a file, whose extension says how.
package func writeAudio(
  _ buffer: AudioBuffer, path: String, encoding: AudioFileFormat.Encoding? = nil
) throws(AudioFileError) {
  var writer = try AudioFileWriter(
    path: path, format: AudioFileFormat(path: path, encoding: encoding),
    sampleRate: buffer.sampleRate, channelCount: buffer.channelCount)
  try writer.write(buffer)
  try writer.finish()
}
