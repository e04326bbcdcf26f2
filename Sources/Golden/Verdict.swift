package import Metrics

/// What comparing a reading with its golden says.
package enum Verdict: String, Hashable, Sendable, CaseIterable {
  /// The reading is within its tolerance.
  case same
  /// The reading has improved.
  case better
  /// The reading has changed, but does no harm that the metric knows of.
  case moved
  /// The reading has worsened so far that speech is hurt.
  case worse
  /// There is nothing to judge by.
  case invalid
}

/// Why a reading counts as worse.
package enum Harm: Hashable, Sendable {
  /// It has worsened by more than the metric allows.
  case beyondAllowance(Double)
  /// It has crossed the absolute limit of the metric.
  case acrossLimit(Double)
  /// Small approved steps since the last release have added up.
  case beyondBudget(anchor: Double, budget: Double)
}

/// Judges one reading by its golden.
package struct Judge: Sendable {
  /// The absolute limits by metric name, where they are stricter or laxer than the metric's own.
  package let limits: [String: Double]

  /// How many allowances the approvals since the last release may add up to.
  package static let budgetAllowances = 2.0

  /// Creates a judge.
  package init(limits: [String: Double]) { self.limits = limits }

  /// Compares a reading with its golden.
  ///
  /// Phrased as "is within", never as "is not beyond": NaN fails every ordered comparison, so it
  /// can only come out as invalid. Equality comes first, because two silences are equal while
  /// their difference is NaN.
  ///
  /// - Parameters:
  ///   - measured: The value of the reading.
  ///   - golden: The approved value.
  ///   - anchor: The value of the last release; nil where there is none.
  ///   - metric: What was measured.
  /// - Returns: The verdict, and for `worse` the reason.
  package func judge(
    measured: Double, golden: Double, anchor: Double?, metric: MetricDescription
  ) -> (verdict: Verdict, harm: Harm?) {
    guard !measured.isNaN, !golden.isNaN else { return (.invalid, nil) }
    if measured == golden || isWithin(abs(measured - golden), metric.tolerance) {
      return (.same, nil)
    }
    if let harm = harm(measured: measured, golden: golden, anchor: anchor, metric: metric) {
      return (.worse, harm)
    }
    switch metric.direction {
    case .higherIsBetter where measured > golden: return (.better, nil)
    case .lowerIsBetter where measured < golden: return (.better, nil)
    default: return (.moved, nil)
    }
  }

  /// Why a step hurts speech, be it within the tolerance or not; nil where it does not.
  ///
  /// What is the same within its tolerance passes a check, but many such steps, approved one by
  /// one, would walk away: so an approval asks this of every reading.
  package func harm(
    measured: Double, golden: Double, anchor: Double?, metric: MetricDescription
  ) -> Harm? {
    let worsening: (Double, Double) -> Double
    switch metric.direction {
    case .neither: return nil
    case .harmfulAboveLimit:
      guard let limit = limit(of: metric), measured > limit, golden <= limit else { return nil }
      return .acrossLimit(limit)
    case .higherIsBetter: worsening = { $1 - $0 }
    case .lowerIsBetter: worsening = { $0 - $1 }
    }
    guard metric.protectsSpeech, worsening(measured, golden) > 0 else { return nil }
    if let allowed = metric.allowedWorsening, !isWithin(worsening(measured, golden), allowed) {
      return .beyondAllowance(allowed)
    }
    if let limit = limit(of: metric), worsening(measured, limit) > 0,
      worsening(golden, limit) <= 0
    {
      return .acrossLimit(limit)
    }
    if let anchor, let allowed = metric.allowedWorsening {
      let budget = allowed * Self.budgetAllowances
      if !isWithin(worsening(measured, anchor), budget) {
        return .beyondBudget(anchor: anchor, budget: budget)
      }
    }
    return nil
  }

  /// Whether a distance stays within a bound; NaN does not.
  private func isWithin(_ distance: Double, _ bound: Double) -> Bool {
    // Doubles hold no tenths: -16.12 lies further than 0.1 from -16.02 by 1e-15. The allowance for
    // that is a millionth of what the goldens resolve.
    distance <= bound + 1e-9
  }

  /// Whether a reading that has no golden yet lies on the harmful side of its limit.
  package func crossesLimit(_ measured: Double, metric: MetricDescription) -> Bool {
    guard metric.protectsSpeech, let limit = limit(of: metric) else { return false }
    switch metric.direction {
    case .higherIsBetter: return !(measured >= limit)
    case .lowerIsBetter, .harmfulAboveLimit: return !(measured <= limit)
    case .neither: return false
    }
  }

  /// The absolute limit of a metric.
  package func limit(of metric: MetricDescription) -> Double? {
    limits[metric.name] ?? metric.limit
  }
}
