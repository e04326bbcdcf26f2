import Golden
import Metrics
import Testing

@Suite("Judging one reading")
struct JudgeTests {
  /// A row of the truth table.
  struct Row: Sendable, CustomTestStringConvertible {
    let metric: MetricDescription
    let golden: Double
    let measured: Double
    let verdict: Verdict
    let harm: Harm?

    init(
      _ metric: MetricDescription, _ golden: Double, _ measured: Double, _ verdict: Verdict,
      _ harm: Harm? = nil
    ) {
      self.metric = metric
      self.golden = golden
      self.measured = measured
      self.verdict = verdict
      self.harm = harm
    }

    var testDescription: String { "\(metric.id): \(golden) -> \(measured) is \(verdict)" }
  }

  @Test(
    "a metric of which more is better worsens downwards",
    arguments: [
      Row(Samples.consonants, -2, -2, .same),
      Row(Samples.consonants, -2, -2.25, .same),
      Row(Samples.consonants, -2, -1.75, .same),
      Row(Samples.consonants, -2, -2.251, .moved),
      Row(Samples.consonants, -2, -1.749, .better),
      Row(Samples.consonants, -2, -3, .moved),
      Row(Samples.consonants, -2, -3.001, .worse, .beyondAllowance(1)),
      Row(Samples.consonants, -5.5, -6, .moved),
      Row(Samples.consonants, -5.5, -6.001, .worse, .acrossLimit(-6)),
      Row(Samples.consonants, -6, -6.5, .worse, .acrossLimit(-6)),
      Row(Samples.consonants, -6.25, -7, .moved),
      Row(Samples.consonants, -6.25, -7.5, .worse, .beyondAllowance(1)),
    ])
  func higherIsBetter(row: Row) { check(row) }

  @Test(
    "a metric of which less is better worsens upwards",
    arguments: [
      Row(Samples.opening, 10, 10.25, .same),
      Row(Samples.opening, 10, 9.75, .same),
      Row(Samples.opening, 10, 10.251, .moved),
      Row(Samples.opening, 10, 9.749, .better),
      Row(Samples.opening, 10, 11, .moved),
      Row(Samples.opening, 10, 11.001, .worse, .beyondAllowance(1)),
      Row(Samples.opening, 29.5, 30, .moved),
      Row(Samples.opening, 29.5, 30.001, .worse, .acrossLimit(30)),
      Row(Samples.opening, 30.25, 31, .moved),
    ])
  func lowerIsBetter(row: Row) { check(row) }

  @Test(
    "a metric without direction, or one that does not protect speech, is never worse",
    arguments: [
      Row(Samples.tone, 5, 5.25, .same),
      Row(Samples.tone, 5, 5.251, .moved),
      Row(Samples.tone, 5, -100, .moved),
      Row(Samples.tone, 5, .infinity, .moved),
      Row(Samples.beauty, 5, -100, .moved),
      Row(Samples.beauty, 5, 100, .better),
    ])
  func harmless(row: Row) { check(row) }

  @Test(
    "a level does harm only where it rises across its limit",
    arguments: [
      Row(Samples.peak, -3, -3.25, .same),
      Row(Samples.peak, -3, -40, .moved),
      Row(Samples.peak, -3, -1, .moved),
      Row(Samples.peak, -3, -0.999, .worse, .acrossLimit(-1)),
      Row(Samples.peak, -1, -0.5, .worse, .acrossLimit(-1)),
      Row(Samples.peak, -0.5, 6, .moved),
      Row(Samples.peak, -0.5, -3, .moved),
      Row(Samples.peak, -3, .infinity, .worse, .acrossLimit(-1)),
    ])
  func harmfulAboveLimit(row: Row) { check(row) }

  @Test(
    "two silences are the same, and silence where sound was is not",
    arguments: [
      Row(Samples.consonants, -.infinity, -.infinity, .same),
      Row(Samples.consonants, .infinity, .infinity, .same),
      Row(Samples.consonants, -2, -.infinity, .worse, .beyondAllowance(1)),
      Row(Samples.consonants, -.infinity, -2, .better),
      Row(Samples.consonants, -2, .infinity, .better),
      Row(Samples.consonants, .infinity, -.infinity, .worse, .beyondAllowance(1)),
      Row(Samples.opening, 10, .infinity, .worse, .beyondAllowance(1)),
      Row(Samples.opening, .infinity, 10, .better),
      Row(Samples.opening, -.infinity, 10, .worse, .beyondAllowance(1)),
      Row(Samples.tone, -.infinity, -.infinity, .same),
      Row(Samples.tone, -.infinity, 0, .moved),
    ])
  func infinities(row: Row) { check(row) }

  @Test(
    "NaN on either side is invalid, whatever the metric",
    arguments: [
      Samples.consonants, Samples.opening, Samples.tone, Samples.peak, Samples.beauty,
    ],
    [
      [Double.nan, 0], [0, .nan], [.nan, .nan], [.nan, -.infinity], [-.infinity, .nan],
      [.signalingNaN, 0],
    ])
  func notANumber(metric: MetricDescription, pair: [Double]) {
    check(Row(metric, pair[0], pair[1], .invalid))
  }

  /// In doubles, -16.12 lies more than 0.1 from -16.02; on paper it does not.
  @Test(
    "the edge of tolerance and allowance does not depend on where in the scale it lies",
    arguments: Array(0..<200).map { GoldenFile.rounded(Double($0) * -0.137) })
  func decimalEdges(golden: Double) {
    let metric = Samples.metric(
      "consonant-retention", .decibels, .higherIsBetter, protectsSpeech: true, tolerance: 0.1,
      allowed: 0.7)
    func row(_ fall: Double, _ verdict: Verdict) -> Row {
      Row(
        metric, golden, GoldenFile.rounded(golden - fall), verdict,
        verdict == .worse ? .beyondAllowance(0.7) : nil)
    }

    check(row(0.1, .same))
    check(row(0.101, .moved))
    check(row(0.7, .moved))
    check(row(0.701, .worse))
  }

  @Test("the limits of the folder take the place of the metric's own")
  func limits() {
    let judge = Judge(limits: ["consonant-retention-dB": -2.5])
    let lax = Judge(limits: ["consonant-retention-dB": -10])

    let strict = judge.judge(
      measured: -2.75, golden: -2, anchor: nil, metric: Samples.consonants)

    #expect(strict.harm == .acrossLimit(-2.5))
    #expect(judge.crossesLimit(-2.75, metric: Samples.consonants))
    #expect(!judge.crossesLimit(-2.5, metric: Samples.consonants))
    #expect(!lax.crossesLimit(-7, metric: Samples.consonants))
    #expect(
      lax.judge(measured: -6.5, golden: -5.75, anchor: nil, metric: Samples.consonants).verdict
        == .moved)
  }

  @Test("NaN crosses every limit that there is")
  func notANumberCrosses() {
    let judge = Judge(limits: [:])

    #expect(judge.crossesLimit(.nan, metric: Samples.consonants))
    #expect(judge.crossesLimit(.nan, metric: Samples.opening))
    #expect(judge.crossesLimit(.nan, metric: Samples.peak))
    #expect(!judge.crossesLimit(.nan, metric: Samples.tone))
  }

  @Test("a step that is allowed is worse once the steps since the release add up to too much")
  func budget() {
    let judge = Judge(limits: [:])
    func verdict(_ golden: Double, _ measured: Double) -> Verdict {
      judge.judge(measured: measured, golden: golden, anchor: -1, metric: Samples.consonants)
        .verdict
    }

    #expect(verdict(-1, -1.75) == .moved)
    #expect(verdict(-1.75, -2.5) == .moved)
    #expect(verdict(-2.5, -3) == .moved)
    #expect(verdict(-2.5, -3.001) == .worse)
    #expect(verdict(-3, -3.5) == .worse)
    #expect(verdict(-3.5, -3.5) == .same)
    #expect(verdict(-3.5, -3.1) == .better)
    #expect(
      judge.judge(measured: -3.5, golden: -3, anchor: -1, metric: Samples.consonants).harm
        == .beyondBudget(anchor: -1, budget: 2))
    #expect(
      judge.judge(measured: -3.5, golden: -3, anchor: nil, metric: Samples.consonants).verdict
        == .moved)
  }

  @Test("an anchor that is not a number allows no step down")
  func brokenAnchor() {
    let judged = Judge(limits: [:]).judge(
      measured: -2.5, golden: -2, anchor: .nan, metric: Samples.consonants)

    #expect(judged.verdict == .worse)
  }

  private func check(_ row: Row) {
    let judged = Judge(limits: [:]).judge(
      measured: row.measured, golden: row.golden, anchor: nil, metric: row.metric)

    #expect(judged.verdict == row.verdict)
    #expect(judged.harm == row.harm)
  }
}
