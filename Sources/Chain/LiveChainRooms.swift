import Presets
import Signal

/// The rooms that a running chain may stand in, all made ready.
///
/// The output is (1 - Σ m) of the input plus m of each room. A room that comes is fed more and more
/// of the input, or the sudden start of it would be heard as its first reflection; a room that goes
/// is heard less and less.
struct LiveChainRooms: Sendable {
  private var rooms: [Room]
  /// What goes into a room, and then what it answers.
  private var left = [Float](repeating: 0, count: Self.mostFrames)
  private var right = [Float](repeating: 0, count: Self.mostFrames)
  /// The sum of the rooms' answers, and of their shares.
  private var leftSum = [Float](repeating: 0, count: Self.mostFrames)
  private var rightSum = [Float](repeating: 0, count: Self.mostFrames)
  private var shares = [Float](repeating: 0, count: Self.mostFrames)

  /// The most frames that one call of `process` takes.
  static let mostFrames = ChainPass.mostFrames

  private struct Room: Sendable {
    let name: ReverbPreset
    /// The room alone, without the input.
    var reverb: Reverb
    /// The room's share in the output.
    var mix = LiveChainRamp(0)
    /// The share of the input that the room hears.
    var feed = LiveChainRamp(0)
    /// Whether the room is heard.
    var isOpen = false
    /// Whether the room may remember sound.
    var hasRun = false

    /// Forgets every past sample.
    mutating func clear() {
      if hasRun { reverb.reset() }
      hasRun = false
      feed = LiveChainRamp(0)
      mix = LiveChainRamp(0)
    }
  }

  /// Makes rooms ready, which takes some milliseconds for each; a name may come twice.
  init(_ names: [ReverbPreset], sampleRate: Hertz) {
    rooms = []
    for name in names where !rooms.contains(where: { $0.name == name }) {
      let design = ReverbDesign(room: name, sampleRate: sampleRate)
      rooms.append(Room(name: name, reverb: Reverb(design: design, mixPercent: 100)))
    }
  }

  /// Whether a preset's room is ready, or none is needed.
  func suffice(for preset: AudioPreset) -> Bool {
    guard let name = preset.heardRoom else { return true }
    return rooms.contains { $0.name == name }
  }

  /// Sets out for the room of a preset.
  mutating func aim(at preset: AudioPreset) {
    let name = preset.heardRoom
    for index in rooms.indices {
      let isNext = rooms[index].name == name
      if isNext, !rooms[index].isOpen {
        rooms[index].clear()
        rooms[index].isOpen = true
      }
      rooms[index].mix.aim(at: isNext ? Float(preset.reverbMix / 100) : 0)
      rooms[index].feed.aim(at: rooms[index].isOpen ? 1 : 0)
    }
  }

  /// Goes to the end of the way; rooms that are no longer heard rest.
  mutating func arrive() {
    for index in rooms.indices where rooms[index].isOpen {
      rooms[index].mix.move(to: 1)
      rooms[index].feed.move(to: 1)
      rooms[index].isOpen = rooms[index].mix.target > 0
    }
  }

  /// Forgets every past sample, and goes to the end of the way.
  mutating func reset() {
    arrive()
    for index in rooms.indices where rooms[index].hasRun {
      rooms[index].reverb.reset()
      rooms[index].hasRun = false
    }
  }

  /// Adds the rooms to the first frames of one or two channels.
  ///
  /// - Parameters:
  ///   - first: The first channel.
  ///   - second: The second channel; it rests in mono.
  ///   - isStereo: Whether there is a second channel.
  ///   - count: How many frames are next, at most `mostFrames` and those of the glide.
  ///   - glide: How far the numbers have come.
  mutating func process(
    _ first: inout [Float], _ second: inout [Float], isStereo: Bool, _ count: Int,
    _ glide: LiveChainGlide
  ) {
    guard rooms.contains(where: \.isOpen) else { return }
    for frame in 0..<count {
      leftSum[frame] = 0
      rightSum[frame] = 0
      shares[frame] = 0
    }
    for index in rooms.indices where rooms[index].isOpen {
      listen(index, first, second, isStereo: isStereo, count, glide)
    }
    for frame in 0..<count {
      first[frame] = (1 - shares[frame]) * first[frame] + leftSum[frame]
    }
    guard isStereo else { return }
    for frame in 0..<count {
      second[frame] = (1 - shares[frame]) * second[frame] + rightSum[frame]
    }
  }

  /// Adds the answer of one room, and its share, to the sums.
  private mutating func listen(
    _ index: Int, _ first: [Float], _ second: [Float], isStereo: Bool, _ count: Int,
    _ glide: LiveChainGlide
  ) {
    let (mix, feed) = (rooms[index].mix, rooms[index].feed)
    for frame in 0..<count {
      let share = glide.isOn ? feed.value(at: glide.share(at: frame)) : feed.value
      left[frame] = first[frame] * share
      if isStereo { right[frame] = second[frame] * share }
    }
    answer(index, isStereo: isStereo, count)
    for frame in 0..<count {
      let share = glide.isOn ? mix.value(at: glide.share(at: frame)) : mix.value
      leftSum[frame] += share * left[frame]
      if isStereo { rightSum[frame] += share * right[frame] }
      shares[frame] += share
    }
    guard glide.isOn else { return }
    rooms[index].mix.move(to: glide.share(at: count - 1))
    rooms[index].feed.move(to: glide.share(at: count - 1))
  }

  /// Replaces what goes into a room by what it answers.
  private mutating func answer(_ index: Int, isStereo: Bool, _ count: Int) {
    rooms[index].hasRun = true
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        var first = UnsafeMutableBufferPointer(rebasing: left[..<count]).mutableSpan
        guard isStereo else { return rooms[index].reverb.process(&first) }
        var second = UnsafeMutableBufferPointer(rebasing: right[..<count]).mutableSpan
        rooms[index].reverb.process(left: &first, right: &second)
      }
    }
  }
}
