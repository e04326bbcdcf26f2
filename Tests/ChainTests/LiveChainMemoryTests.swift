import CAllocations
import Chain
import Presets
import Signal
import Testing

@Suite(
  "Memory of the live chain",
  .enabled(if: allocations_of_thread() >= 0, "allocations cannot be counted on this system"))
struct LiveChainMemoryTests {
  @Test("the counter sees an array that is made")
  func counter() {
    let before = allocations_of_thread()
    let array = [Float](repeating: 1, count: Int(before % 7) + 500)
    #expect(array.count >= 500)
    #expect(allocations_of_thread() > before)
  }

  @Test("nothing is allocated while sound runs, whatever changes", arguments: [1, 2])
  func nothing(channelCount: Int) throws {
    let library = try PresetLibrary.embedded().presets
    let input = LiveChainFixtures.input(seconds: 0.3, channelCount: channelCount)
    var chain = try LiveChainFixtures.chain(library, channelCount: channelCount)
    var channels = input.channels
    // One run beforehand: what a process makes once, and the buffers' own copy of the input.
    try chain.process(&channels, frames: 0..<4_096)
    // Each call by itself: what the test needs for its own loops does not count.
    var (ofChanges, ofSound) = (0, 0)
    var start = 4_096
    for preset in library {
      var before = allocations_of_thread()
      try chain.apply(preset, peak: 0.3)
      ofChanges += allocations_of_thread() - before
      // Into the glide, and beyond its end.
      for count in [64, 300, 1_500] {
        let frames = start..<min(start + count, input.frameCount)
        before = allocations_of_thread()
        try chain.process(&channels, frames: frames)
        ofSound += allocations_of_thread() - before
        start = frames.upperBound == input.frameCount ? 0 : frames.upperBound
      }
    }
    let before = allocations_of_thread()
    chain.reset()
    let ofReset = allocations_of_thread() - before
    #expect(ofChanges == 0)
    #expect(ofSound == 0)
    #expect(ofReset == 0)
  }
}
