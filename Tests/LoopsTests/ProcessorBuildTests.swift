#if arch(x86_64)
  import CSystem
  import Loops
  import LoopsAVX2
  import Signal
  import TestSupport
  import Testing

  /// Two builds of one source must not be told apart by what they make.
  @Suite(
    "Builds for two processors",
    .enabled(if: system_has_avx2() != 0, "this processor runs one of the builds alone"))
  struct ProcessorBuildTests {
    private typealias Lanes = SIMD16<Float>
    private let frameCount = 61

    /// Noise in lanes, from silence to far over full scale.
    private func lanes(_ count: Int, seed: UInt64, scale: Float = 1) -> [Lanes] {
      let noise = floats(count * 16, seed: seed)
      return (0..<count).map { frame in
        var value = Lanes.zero
        for lane in 0..<16 { value[lane] = noise[frame * 16 + lane] * scale * Float(lane) / 4 }
        return value
      }
    }

    private func floats(_ count: Int, seed: UInt64) -> [Float] {
      Array(
        TestSignals.noise(
          amplitude: 1, seconds: Double(count) / 48_000, seed: seed, sampleRate: Hertz(48_000)
        ).channels[0][..<count])
    }

    private func bits(_ lanes: [Lanes]) -> [[UInt32]] {
      lanes.map { value in (0..<16).map { value[$0].bitPattern } }
    }

    private func bits(_ samples: [Float]) -> [UInt32] { samples.map(\.bitPattern) }

    /// Sections as a design would have them: every coefficient is well inside its range.
    private func sections(_ count: Int) -> [Lanes] {
      (0..<count).flatMap { index -> [Lanes] in
        var section = lanes(6, seed: UInt64(index + 1), scale: 0.02)
        section[0] += 1.2
        section[1] = section[1] * 0.2 + 0.3
        section[2] = section[2] * 0.2 + 0.25
        section[4] = .zero
        section[5] = .zero
        return section
      }
    }

    @Test("sections give the same bits, however many there are", arguments: 1...9)
    func sections(count: Int) {
      let input = floats(frameCount, seed: 9)
      var (plain, wide) = (sections(count), sections(count))
      var (plainBlock, wideBlock) = (lanes(frameCount, seed: 1), lanes(frameCount, seed: 2))
      Loops.SectionLoops.run(&plain, count, input, &plainBlock, frameCount)
      LoopsAVX2.SectionLoops.run(&wide, count, input, &wideBlock, frameCount)
      #expect(bits(plainBlock) == bits(wideBlock))
      #expect(bits(plain) == bits(wide))
      #expect(plainBlock[frameCount - 1] != .zero)
      Loops.SectionLoops.clearVanishing(&plain, count, under: 0.05)
      LoopsAVX2.SectionLoops.clearVanishing(&wide, count, under: 0.05)
      #expect(bits(plain) == bits(wide))
    }

    /// The numbers of a dynamics stage that compresses and expands in every lane.
    private var numbers: [Lanes] {
      var numbers = lanes(Loops.DynamicsLoops.Number.count, seed: 5, scale: 0.01)
      numbers[Loops.DynamicsLoops.Number.attack] += 0.3
      numbers[Loops.DynamicsLoops.Number.release] += 0.02
      numbers[Loops.DynamicsLoops.Number.reach] += 0.6
      numbers[Loops.DynamicsLoops.Number.inverseReach] += 1.6
      numbers[Loops.DynamicsLoops.Number.onset] -= 4
      numbers[Loops.DynamicsLoops.Number.slope] += 3
      numbers[Loops.DynamicsLoops.Number.expansionThreshold] -= 2
      return numbers
    }

    @Test(
      "following, both laws and scaling give the same bits", arguments: [false, true],
      [false, true])
    func dynamics(isStereo: Bool, risesFaster: Bool) {
      let (left, right) = (lanes(frameCount, seed: 3), lanes(frameCount, seed: 4))
      var (plainEnvelope, wideEnvelope) = (Lanes.zero, Lanes.zero)
      var (plainLoudest, wideLoudest) = (Lanes.zero, Lanes.zero)
      var (plain, wide) = (lanes(frameCount, seed: 5), lanes(frameCount, seed: 6))
      right.withUnsafeBufferPointer { right in
        let second = isStereo ? right.baseAddress : nil
        Loops.DynamicsLoops.follow(
          left, second, frameCount, numbers, risesFaster, &plainEnvelope, &plain, &plainLoudest)
        LoopsAVX2.DynamicsLoops.follow(
          left, second, frameCount, numbers, risesFaster, &wideEnvelope, &wide, &wideLoudest)
      }
      #expect(bits(plain) == bits(wide))
      #expect(bits([plainEnvelope, plainLoudest]) == bits([wideEnvelope, wideLoudest]))

      var (plainQuiet, wideQuiet) = (plain, wide)
      for half in 0..<2 {
        Loops.DynamicsLoops.expand(&plainQuiet, frameCount, numbers, half: half)
        LoopsAVX2.DynamicsLoops.expand(&wideQuiet, frameCount, numbers, half: half)
        Loops.DynamicsLoops.compressAndExpand(&plain, frameCount, numbers, half: half)
        LoopsAVX2.DynamicsLoops.compressAndExpand(&wide, frameCount, numbers, half: half)
      }
      #expect(bits(plainQuiet) == bits(wideQuiet))
      #expect(bits(plain) == bits(wide))

      var (plainBlock, wideBlock) = (left, left)
      var (plainPeaks, widePeaks) = (Lanes.zero, Lanes.zero)
      Loops.DynamicsLoops.apply(plain, &plainBlock, frameCount, &plainPeaks)
      LoopsAVX2.DynamicsLoops.apply(wide, &wideBlock, frameCount, &widePeaks)
      #expect(bits(plainBlock + [plainPeaks]) == bits(wideBlock + [widePeaks]))
      #expect(plainPeaks[15] > 0)
    }

    @Test("the limiter's loops give the same bits", arguments: [1, 7, 8, 61])
    func limiter(count: Int) {
      let samples = floats(count + 12, seed: 7).map { $0 * 1.6 }
      let kernels = floats(3 * Loops.LimiterLoops.taps, seed: 8).map { $0 * 0.3 }
      let plainLook = Loops.LimiterLoops.measure(samples, samples.count)
      let wideLook = LoopsAVX2.LimiterLoops.measure(samples, samples.count)
      #expect(plainLook == wideLook)

      var (plain, wide) = ([Float](repeating: 0, count: count), [Float](repeating: 0, count: count))
      Loops.LimiterLoops.raise(&plain, to: samples, count)
      Loops.LimiterLoops.raise(&plain, toPointsBetween: samples, count, kernels, 0.9)
      LoopsAVX2.LimiterLoops.raise(&wide, to: samples, count)
      LoopsAVX2.LimiterLoops.raise(&wide, toPointsBetween: samples, count, kernels, 0.9)
      #expect(bits(plain) == bits(wide))

      var (plainRun, wideRun) = (plain, wide)
      Loops.LimiterLoops.need(&plain, count, ceiling: 0.5, run: &plainRun)
      LoopsAVX2.LimiterLoops.need(&wide, count, ceiling: 0.5, run: &wideRun)
      #expect(bits(plain + plainRun) == bits(wide + wideRun))

      var (plainRest, wideRest) = (plain, wide)
      Loops.LimiterLoops.closeRun(plainRun, rest: &plainRest, count)
      LoopsAVX2.LimiterLoops.closeRun(wideRun, rest: &wideRest, count)
      var (plainLeast, wideLeast) = (Float(1), Float(1))
      Loops.LimiterLoops.findLeast(&plain, count, rest: plainRest, least: &plainLeast)
      LoopsAVX2.LimiterLoops.findLeast(&wide, count, rest: wideRest, least: &wideLeast)
      var (plainReduction, wideReduction) = (Float(0), Float(0))
      Loops.LimiterLoops.release(&plain, count, staying: 0.99, reduction: &plainReduction)
      LoopsAVX2.LimiterLoops.release(&wide, count, staying: 0.99, reduction: &wideReduction)
      #expect(
        bits(plain + [plainLeast, plainReduction]) == bits(wide + [wideLeast, wideReduction]))

      var (plainRing, wideRing) = (
        [Int32](repeating: 9, count: count), [Int32](repeating: 9, count: count)
      )
      var (plainSum, wideSum) = (Int32(count * 9), Int32(count * 9))
      Loops.LimiterLoops.average(
        &plain, count, unit: 4_194_304, share: 1e-9, ring: &plainRing, sum: &plainSum)
      LoopsAVX2.LimiterLoops.average(
        &wide, count, unit: 4_194_304, share: 1e-9, ring: &wideRing, sum: &wideSum)
      #expect(bits(plain) == bits(wide))
      #expect(plainRing == wideRing && plainSum == wideSum)

      var (plainOutput, wideOutput) = (plain, wide)
      Loops.LimiterLoops.limit(samples, count, by: plain, ceiling: 0.5, into: &plainOutput)
      LoopsAVX2.LimiterLoops.limit(samples, count, by: wide, ceiling: 0.5, into: &wideOutput)
      Loops.LimiterLoops.scale(plainOutput, count, by: 1.37, into: &plain)
      LoopsAVX2.LimiterLoops.scale(wideOutput, count, by: 1.37, into: &wide)
      #expect(bits(plain + plainOutput) == bits(wide + wideOutput))
    }
  }
#endif
