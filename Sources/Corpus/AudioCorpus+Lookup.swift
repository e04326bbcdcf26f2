import AudioFile
package import Signal

extension AudioCorpus {
  /// A recording as its file has it, with all of its labels.
  package struct Take: Sendable {
    /// What the manifest says of it.
    package let source: CorpusManifest.Source
    /// The folder of its corpus.
    package let folder: String
    /// The audio at its own rate and level.
    package let audio: AudioBuffer
    /// Its labels; nil where there are none.
    package let grid: TextGrid?
  }

  /// Reads the recording of a source, in whichever corpus it is.
  ///
  /// - Returns: nil where no corpus has a recording of that name.
  package func take(_ id: String) throws(CorpusError) -> Take? {
    for volume in volumes {
      guard let source = volume.manifest.source(id), source.isRecording else { continue }
      let recording = try recording(source, in: volume)
      return Take(
        source: source, folder: volume.folder, audio: try read(recording, raisedBy: 1),
        grid: recording.labels)
    }
    return nil
  }
}
