import Signal

/// Bursts of decaying resonances that come by chance.
///
/// The times between events are exponential, so that their number in any time follows Poisson's
/// law. Times and frequencies are drawn in seconds and hertz: the events are the same ones at
/// every sample rate. Events from before the first frame ring on into it.
enum ClickGenerator {
  static func add(
    _ clicks: NoiseRecipe.Clicks, seed: UInt64, gain: Double, sampleRate: Hertz,
    to sum: inout [Double]
  ) {
    var random = SeededGenerator(seed: seed)
    let end = Double(sum.count) / sampleRate.value
    let longest = Event.audibleDecays * (clicks.decaySeconds.to + clicks.attackSeconds)
    var time = -longest - (clicks.release?.afterSeconds.to ?? 0)
    while true {
      time -= DeterministicMath.log(1 - unit(&random)) / clicks.eventsPerSecond
      var own = SeededGenerator(seed: random.next())
      guard time < end else { return }
      let peak = gain * Decibels(between(clicks.peakDB, unit(&own))).amplitude
      Event(clicks, time, &own).add(peak: peak, sampleRate: sampleRate, to: &sum)
      guard let release = clicks.release else { continue }
      let after = time + between(release.afterSeconds, unit(&own))
      let softer = peak * Decibels(release.levelDB).amplitude
      Event(clicks, after, &own).add(peak: softer, sampleRate: sampleRate, to: &sum)
    }
  }

  /// A number from 0 up to, not including, 1.
  private static func unit(_ random: inout SeededGenerator) -> Double {
    (random.nextUniform() + 1) / 2
  }

  private static func between(_ span: NoiseRecipe.Span, _ share: Double) -> Double {
    span.from + share * (span.to - span.from)
  }

  /// As `between`, all ratios being equally likely.
  private static func ratioBetween(_ span: NoiseRecipe.Span, _ share: Double) -> Double {
    span.from * DeterministicMath.exp(share * DeterministicMath.log(span.to / span.from))
  }

  /// A sum of sines that rise and decay exponentially.
  private struct Event {
    /// After how many times the decay by 60 dB an event has ended: 120 dB down.
    static let audibleDecays = 2.0

    struct Resonance {
      let weight: Double
      let hertz: Double
      let decaySeconds: Double
    }

    let time: Double
    let attackSeconds: Double
    let resonances: [Resonance]

    init(_ clicks: NoiseRecipe.Clicks, _ time: Double, _ random: inout SeededGenerator) {
      self.time = time
      attackSeconds = clicks.attackSeconds
      resonances = (0..<clicks.resonances).map { _ in
        Resonance(
          weight: 0.3 + 0.7 * unit(&random),
          hertz: ratioBetween(clicks.resonanceHz, unit(&random)),
          decaySeconds: ratioBetween(clicks.decaySeconds, unit(&random)))
      }
    }

    /// Adds the event, brought to a peak; what lies above 45 % of the sample rate counts for the
    /// peak and is left out.
    func add(peak: Double, sampleRate: Hertz, to sum: inout [Double]) {
      let longest = resonances.map(\.decaySeconds).max() ?? 0
      let first = Int((time * sampleRate.value).rounded(.up))
      let count = 1 + Int(Self.audibleDecays * (longest + attackSeconds) * sampleRate.value)
      guard first + count > 0, first < sum.count else { return }
      let late = Double(first) / sampleRate.value - time
      var kept = [Double](repeating: 0, count: count)
      var left = kept
      for resonance in resonances {
        if resonance.hertz < 0.45 * sampleRate.value {
          add(resonance, late: late, sampleRate: sampleRate, to: &kept)
        } else {
          add(resonance, late: late, sampleRate: sampleRate, to: &left)
        }
      }
      var highest = 0.0
      for frame in 0..<count { highest = max(highest, abs(kept[frame] + left[frame])) }
      guard highest > 0 else { return }
      let factor = peak / highest
      for frame in max(0, -first)..<min(count, sum.count - first) {
        sum[first + frame] += factor * kept[frame]
      }
    }

    /// Adds (1 - exp(-t/attack)) · exp(-t/decay) · sin(2πft), as two damped rotations.
    private func add(
      _ resonance: Resonance, late: Double, sampleRate: Hertz, to samples: inout [Double]
    ) {
      let decay = 3 * DeterministicMath.ln10 / resonance.decaySeconds
      let turns = resonance.hertz / sampleRate.value
      let angle = 2 * .pi * (turns - turns.rounded())
      let start = 2 * .pi * resonance.hertz * late
      func rotation(_ damping: Double) -> (x: Double, y: Double, c: Double, s: Double) {
        let weight = resonance.weight * DeterministicMath.exp(-damping * late)
        let factor = DeterministicMath.exp(-damping / sampleRate.value)
        return (
          weight * DeterministicMath.cos(start), weight * DeterministicMath.sin(start),
          factor * DeterministicMath.cos(angle), factor * DeterministicMath.sin(angle)
        )
      }
      var slow = rotation(decay)
      var fast = rotation(decay + 1 / max(attackSeconds, 1e-6))
      for frame in samples.indices {
        samples[frame] += slow.y - fast.y
        (slow.x, slow.y) = (slow.x * slow.c - slow.y * slow.s, slow.x * slow.s + slow.y * slow.c)
        (fast.x, fast.y) = (fast.x * fast.c - fast.y * fast.s, fast.x * fast.s + fast.y * fast.c)
      }
    }
  }
}
