import Chain
import Presets
import Signal

/// Times the stages of the chain inside one process, in rounds that take the stages in turn.
struct StageBench {
  private let stages: [Stage]
  private let seconds: Int
  private let rounds: Int

  /// One piece of work.
  struct Stage {
    let name: String
    /// How many channels run, as a word.
    let channels: String
    let presetCount: Int
    /// What the time is divided by: samples of all channels times presets, or frames.
    let units: Int
    /// Whether the time on the wall counts, and not that of the processors.
    var isOnWall = false
    let work: () throws -> Void
  }

  /// Prepares the stages over a signal like speech.
  ///
  /// - Parameters:
  ///   - seconds: The length of the signal.
  ///   - rounds: How often each stage runs, above zero.
  init(seconds: Int, rounds: Int) throws {
    self.seconds = seconds
    self.rounds = rounds
    var stages: [Stage] = []
    for isStereo in [false, true] {
      let audio = SpeechLike.audio(seconds: Double(seconds), isStereo: isStereo, seed: 1)
      for count in [1, 8, 25] {
        let presets = try BenchPresets.withoutRooms(count: count)
        stages.append(Self.dynamics(presets, audio))
        stages += try Self.wholeChain(presets, audio)
      }
      for workers in [1, 2] {
        stages += try Self.wholeChain(
          BenchPresets.withoutRooms(count: 25), audio, workers: workers, isOnWall: true)
      }
      stages.append(Self.limiter(audio, drive: Decibels(0), name: "limiter at rest"))
      stages.append(Self.limiter(audio, drive: Decibels(14), name: "limiter busy"))
      stages.append(Self.reverb(audio))
    }
    self.stages = stages
  }

  /// Runs everything.
  ///
  /// - Returns: A table in Markdown, sorted by stage.
  func markdown() throws -> String {
    var times = stages.map { _ in Rounds() }
    // A round that does not count, for caches and clock rates.
    for stage in stages { try stage.work() }
    for _ in 0..<rounds {
      for (index, stage) in stages.enumerated() {
        let spent =
          stage.isOnWall
          ? try Stopwatch.wallSeconds(of: stage.work) : try Stopwatch.cpuSeconds(of: stage.work)
        times[index].add(spent * 1e9 / Double(stage.units))
      }
    }
    var rows = [
      "| stage | channels | presets | ns, median | least | most |", "|---|---|---:|---:|---:|---:|",
    ]
    for name in names {
      for (stage, time) in zip(stages, times) where stage.name == name {
        rows.append(Self.row(stage.name, stage.channels, stage.presetCount, time))
      }
      if name == Self.measuring { rows += equaliserRows(times) }
    }
    return rows.joined(separator: "\n")
  }

  /// The names of the stages, in the order of the chain.
  private var names: [String] {
    [Self.dynamicsName, "limiter at rest", "limiter busy", "room", Self.measuring, Self.rendering]
      + [1, 2].flatMap { workers in
        [Self.measuring, Self.rendering].map { Self.onWall($0, workers: workers) }
      }
  }

  /// What measuring takes beyond the dynamics: there is no way to run the equaliser alone.
  private func equaliserRows(_ times: [Rounds]) -> [String] {
    stages.indices.filter { stages[$0].name == Self.measuring }.compactMap { index in
      let whole = stages[index]
      let dynamics = stages.indices.first {
        stages[$0].name == Self.dynamicsName && stages[$0].channels == whole.channels
          && stages[$0].presetCount == whole.presetCount
      }
      guard let dynamics else { return nil }
      let rest = times[index].median - times[dynamics].median
      return "| measuring less dynamics | \(whole.channels) | \(whole.presetCount) "
        + "| \(Fixed.text(rest, decimals: 2)) | | |"
    }
  }

  private static func row(
    _ name: String, _ channels: String, _ presetCount: Int, _ time: Rounds
  ) -> String {
    let numbers = [time.median, time.least, time.most].map { Fixed.text($0, decimals: 2) }
    return "| \(name) | \(channels) | \(presetCount) | \(numbers.joined(separator: " | ")) |"
  }
}

extension StageBench {
  private static let dynamicsName = "dynamics"
  private static let measuring = "measuring"
  private static let rendering = "rendering"

  private static func onWall(_ name: String, workers: Int) -> String {
    "\(name), on the wall, \(workers == 1 ? "1 thread" : "\(workers) threads")"
  }

  private static func word(for audio: AudioBuffer) -> String {
    audio.channelCount == 2 ? "stereo" : "mono"
  }

  /// Compressor and expander in lanes; copying the input into the lanes is part of the time.
  private static func dynamics(_ presets: [AudioPreset], _ audio: AudioBuffer) -> Stage {
    let groups = stride(from: 0, to: presets.count, by: Lanes.scalarCount).map { start in
      presets[start..<min(start + Lanes.scalarCount, presets.count)].map(DynamicsLaw.init)
    }
    return Stage(
      name: dynamicsName, channels: word(for: audio), presetCount: presets.count,
      units: audio.frameCount * audio.channelCount * presets.count
    ) {
      for laws in groups {
        var stage = Dynamics(laws, sampleRate: audio.sampleRate)
        run(&stage, over: audio)
      }
    }
  }

  private static func run(_ stage: inout Dynamics, over audio: AudioBuffer) {
    // The most frames that the stage takes at once.
    let chunk = 64
    var left = [Lanes](repeating: .zero, count: chunk)
    var right = left
    for start in stride(from: 0, to: audio.frameCount, by: chunk) {
      let count = min(chunk, audio.frameCount - start)
      for frame in 0..<count { left[frame] = Lanes(repeating: audio.channels[0][start + frame]) }
      var leftBlock = left.mutableSpan
      if audio.channelCount == 2 {
        for frame in 0..<count {
          right[frame] = Lanes(repeating: audio.channels[1][start + frame])
        }
        var rightBlock = right.mutableSpan
        _ = stage.process(left: &leftBlock, right: &rightBlock, frameCount: count)
      } else {
        _ = stage.process(&leftBlock, frameCount: count)
      }
      stage.clearVanishing()
    }
  }

  /// The ceiling limiter on the signal as it is, or driven into the ceiling.
  private static func limiter(_ audio: AudioBuffer, drive: Decibels, name: String) -> Stage {
    let factor = Float(drive.amplitude)
    let input = audio.channels.map { $0.map { $0 * factor } }
    let ceiling = Float(GainStage.ceiling.amplitude)
    return Stage(
      name: name, channels: word(for: audio), presetCount: 1,
      units: audio.frameCount * audio.channelCount
    ) {
      var limiter = CeilingLimiter(
        ceiling: ceiling, channelCount: audio.channelCount, sampleRate: audio.sampleRate)
      for start in stride(from: 0, to: audio.frameCount, by: blockFrames) {
        let range = start..<min(start + blockFrames, audio.frameCount)
        var block = input.map { Array($0[range]) }
        limiter.process(&block)
      }
    }
  }

  /// The frames of a block, as the renderer has them.
  private static let blockFrames = OfflineRenderer.Options().blockFrames

  /// One room; its time is by frame, as both ears share one tank.
  private static func reverb(_ audio: AudioBuffer) -> Stage {
    let design = ReverbDesign(room: .largeHall, sampleRate: audio.sampleRate)
    return Stage(
      name: "room", channels: word(for: audio), presetCount: 1, units: audio.frameCount
    ) {
      var reverb = Reverb(design: design, mixPercent: 40)
      for start in stride(from: 0, to: audio.frameCount, by: blockFrames) {
        let range = start..<min(start + blockFrames, audio.frameCount)
        var left = Array(audio.channels[0][range])
        var leftBlock = left.mutableSpan
        if audio.channelCount == 2 {
          var right = Array(audio.channels[1][range])
          var rightBlock = right.mutableSpan
          reverb.process(left: &leftBlock, right: &rightBlock)
        } else {
          reverb.process(&leftBlock)
        }
      }
    }
  }

  /// Everything from the input to the peaks, and everything from the input to the renders.
  private static func wholeChain(
    _ presets: [AudioPreset], _ audio: AudioBuffer, workers: Int = 1, isOnWall: Bool = false
  ) throws -> [Stage] {
    var options = OfflineRenderer.Options()
    options.workers = workers
    let renderer = try OfflineRenderer(
      presets: presets, sampleRate: audio.sampleRate, channelCount: audio.channelCount,
      options: options)
    func stage(_ name: String, _ work: @escaping () throws -> Void) -> Stage {
      Stage(
        name: isOnWall ? onWall(name, workers: workers) : name, channels: word(for: audio),
        presetCount: presets.count,
        units: audio.frameCount * audio.channelCount * presets.count, isOnWall: isOnWall,
        work: work)
    }
    return [
      stage(measuring) {
        var source = BufferSource(audio)
        _ = try renderer.peaks(of: &source)
      },
      stage(rendering) { _ = try renderer.render(audio) },
    ]
  }
}
