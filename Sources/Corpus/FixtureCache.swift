import AudioFile
import Foundation
import Signal

/// Audio with the digest of its samples.
struct BuiltAudio: Sendable {
  let audio: AudioBuffer
  /// See `AudioCorpus.sampleDigest`.
  let digest: String
}

/// Built audio, kept in a folder under the digest of its recipe.
///
/// A file is a WAV of 32-bit floats that anybody can listen to; its name carries the digest of the
/// recipe, that of the samples, and a checksum by which damage is seen: such a file is built anew.
/// Files appear whole or not at all, whoever else builds the same at the time.
package struct FixtureCache: Sendable {
  /// The folder; it need not exist.
  package let folder: String

  /// Names a cache.
  package init(folder: String) { self.folder = folder }

  /// The files of the cache and their sizes.
  package var contents: [(name: String, bytes: Int)] {
    names.map { name in
      var facts = stat()
      let size = stat(folder + "/" + name, &facts) == 0 ? Int(facts.st_size) : 0
      return (name, size)
    }
  }

  /// Removes every file of the cache, and nothing else.
  package func clear() throws(CorpusError) {
    for name in names + unfinished { try remove(name) }
  }

  /// Whether the cache has audio for a recipe, sound or not.
  func holds(_ key: String) -> Bool { name(for: key) != nil }

  /// The audio for a recipe; nil where there is none, or none that is sound.
  func audio(for key: String) -> BuiltAudio? {
    guard let name = name(for: key) else { return nil }
    do {
      let audio = try readAudio(path: folder + "/" + name)
      let digest = String(name.dropFirst(65).prefix(64))
      guard name == Self.name(key, digest, audio) else { return nil }
      return BuiltAudio(audio: audio, digest: digest)
    } catch {
      return nil
    }
  }

  /// Keeps audio for a recipe.
  ///
  /// - Throws: `CorpusError.cannotKeep` where the folder takes no file.
  func keep(_ built: BuiltAudio, for key: String) throws(CorpusError) {
    let name = Self.name(key, built.digest, built.audio)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      // Written beside its place and moved there as a whole; a link would lead elsewhere.
      unlink(folder + "/" + name)
      try writeAudio(built.audio, path: folder + "/" + name)
    } catch let error as AudioFileError {
      throw .cannotKeep(folder: folder, reason: error.description)
    } catch {
      throw .cannotKeep(folder: folder, reason: "the folder cannot be made")
    }
    // A damaged file of the same recipe has another name.
    for other in names where other.hasPrefix(key) && other != name { try remove(other) }
  }

  private func remove(_ name: String) throws(CorpusError) {
    guard unlink(folder + "/" + name) == 0 || errno == ENOENT else {
      throw .cannotKeep(folder: folder, reason: String(cString: strerror(errno)))
    }
  }

  private func isRegular(_ name: String) -> Bool {
    var facts = stat()
    return lstat(folder + "/" + name, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  private func name(for key: String) -> String? { names.first { $0.hasPrefix(key) } }

  private var names: [String] {
    do {
      let all = try FileManager.default.contentsOfDirectory(atPath: folder)
      return all.filter { Self.isOurs($0) && isRegular($0) }.sorted()
    } catch {
      return []
    }
  }

  /// What a build left that was stopped while it wrote.
  private var unfinished: [String] {
    do {
      let all = try FileManager.default.contentsOfDirectory(atPath: folder)
      return all.filter { $0.hasPrefix(".unfinished-") && isRegular($0) }
    } catch {
      return []
    }
  }

  private static func name(_ key: String, _ digest: String, _ audio: AudioBuffer) -> String {
    let sum = String(checksum(audio), radix: 16)
    return "\(key)-\(digest)-\(String(repeating: "0", count: 16 - sum.count))\(sum).wav"
  }

  /// A checksum over the samples, the shape and the rate: against damage, not against malice, and
  /// some ten times as fast as the digest.
  ///
  /// Source: G. Fowler, L. C. Noll, K.-P. Vo, FNV-1a with 64 bits, here over words of 32 bits.
  private static func checksum(_ audio: AudioBuffer) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ word: UInt64) { hash = (hash ^ word) &* 0x100_0000_01b3 }
    add(UInt64(audio.channelCount))
    add(audio.sampleRate.value.bitPattern)
    for samples in audio.channels {
      for sample in samples { add(UInt64(sample.bitPattern)) }
    }
    return hash
  }

  private static func isOurs(_ name: String) -> Bool {
    name.utf8.count == 64 + 1 + 64 + 1 + 16 + 4 && name.hasSuffix(".wav")
      && name.dropLast(4).allSatisfy { $0.isHexDigit || $0 == "-" }
  }
}
