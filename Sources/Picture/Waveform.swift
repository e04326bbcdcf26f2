import Signal

/// The smallest and the largest sample of each column of pixels.
struct Waveform {
  let lowest: [Float]
  let highest: [Float]

  /// Reads one channel between two frames, which may lie between samples.
  init(of samples: [Float], from start: Double, to end: Double, columns: Int) {
    var lowest = [Float](repeating: 0, count: columns)
    var highest = lowest
    let step = (end - start) / Double(columns)
    for column in 0..<columns {
      let first = min(
        max(0, Int((start + Double(column) * step).rounded(.down))), samples.count - 1)
      // One sample of the next column joins the two.
      let next = Int((start + Double(column + 1) * step).rounded(.down)) + 1
      let last = min(max(first + 1, next), samples.count)
      var (low, high) = (samples[first], samples[first])
      for frame in first..<last {
        low = min(low, samples[frame])
        high = max(high, samples[frame])
      }
      (lowest[column], highest[column]) = (low, high)
    }
    self.lowest = lowest
    self.highest = highest
  }
}

/// Draws one channel.
struct WaveformPanel {
  let panel: Panel
  let caption: String
  /// The amplitude at the upper edge.
  let limit: Double

  /// The most samples that are drawn as dots on their line.
  private static let mostDots = 100

  /// The least round amplitude that holds a peak; 1 for silence.
  static func limit(forPeak peak: Double) -> Double {
    guard peak > 0 else { return 1 }
    for exponent in -6...38 {
      let power = DeterministicMath.exp10(Double(exponent))
      for factor in [1.0, 1.5, 2, 3, 4, 5, 6, 8] where peak <= factor * power * 1.000001 {
        return factor * power
      }
    }
    return peak
  }

  func svg(_ samples: [Float], sampleRate: Hertz, layout: Layout) -> String {
    let middle = panel.top + panel.height / 2
    let (start, end) = (layout.start * sampleRate.value, layout.end * sampleRate.value)
    func y(_ sample: Double) -> Double { middle - sample / limit * (panel.height / 2 - 3) }
    var svg = panel.caption(caption) + panel.timeGrid(layout) + panel.line("grid", at: middle)
    if limit > 1 {
      svg += panel.line("threshold", at: y(1)) + panel.line("threshold", at: y(-1))
    }
    if end - start > 2 * Double(Layout.columns) {
      svg += envelope(of: samples, from: start, to: end, y: y)
    } else {
      svg += line(through: samples, from: start, to: end, y: y)
    }
    for value in [limit, 0, -limit] {
      svg += panel.tick(XMLText.number(value, decimals: Self.decimals(of: value)), at: y(value))
    }
    return svg + panel.frame
  }

  private func envelope(
    of samples: [Float], from start: Double, to end: Double, y: (Double) -> Double
  ) -> String {
    let wave = Waveform(of: samples, from: start, to: end, columns: Layout.columns)
    var points: [String] = []
    for column in 0..<Layout.columns {
      points.append(
        px(Layout.left + Double(column) + 0.5) + "," + px(y(Double(wave.highest[column]))))
    }
    for column in (0..<Layout.columns).reversed() {
      points.append(
        px(Layout.left + Double(column) + 0.5) + "," + px(y(Double(wave.lowest[column]))))
    }
    return "<polygon class=\"wave\" points=\"\(points.joined(separator: " "))\"/>\n"
  }

  private func line(
    through samples: [Float], from start: Double, to end: Double, y: (Double) -> Double
  ) -> String {
    let scale = Double(Layout.columns) / (end - start)
    let first = max(0, Int(start.rounded(.up)))
    let last = min(samples.count - 1, Int(end.rounded(.down)))
    guard first <= last else { return "" }
    let points = (first...last).map { frame in
      px(Layout.left + (Double(frame) - start) * scale) + "," + px(y(Double(samples[frame])))
    }
    var svg = "<polyline class=\"line\" points=\"\(points.joined(separator: " "))\"/>\n"
    guard points.count <= Self.mostDots else { return svg }
    for frame in first...last {
      svg += "<circle class=\"dot\" cx=\"\(px(Layout.left + (Double(frame) - start) * scale))\" "
      svg += "cy=\"\(px(y(Double(samples[frame]))))\" r=\"2\"/>\n"
    }
    return svg
  }

  /// The decimals that a limit needs: it has two digits that count at most.
  private static func decimals(of value: Double) -> Int {
    (0...6).first { places in
      let scaled = value * DeterministicMath.exp10(Double(places))
      return abs(scaled - scaled.rounded()) <= 1e-6 * abs(scaled)
    } ?? 6
  }
}
