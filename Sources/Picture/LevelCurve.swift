import Signal

/// The RMS of a recording in short windows: the mean power of the channels.
struct LevelCurve {
  /// How far apart the centres of two windows lie.
  static let stepSeconds = 0.005
  /// How many steps a window spans: 20 ms.
  static let stepsPerWindow = 4

  /// The time of the first centre.
  let start: Double
  /// The mean square at each centre.
  let power: [Double]

  /// Reads the windows whose centres lie between two times, and one beyond on either side.
  ///
  /// At the ends of the recording a window holds what there is of it.
  init(of audio: AudioBuffer, from start: Double, to end: Double) {
    let step = max(1, Self.stepSeconds * audio.sampleRate.value)
    let seconds = step / audio.sampleRate.value
    let half = Self.stepsPerWindow / 2
    let first = max(0, Int((start / seconds).rounded(.down)) - 1)
    let beyond = Int((Double(audio.frameCount) / step).rounded(.up))
    let last = max(first, min(Int((end / seconds).rounded(.up)) + 1, beyond))
    let lowest = first - half
    var blocks: [(sum: Double, frames: Int)] = []
    for block in lowest..<last + half {
      let from = min(max(0, Int((Double(block) * step).rounded(.down))), audio.frameCount)
      let to = min(max(from, Int((Double(block + 1) * step).rounded(.down))), audio.frameCount)
      var sum = 0.0
      for samples in audio.channels {
        for frame in from..<to { sum += Double(samples[frame]) * Double(samples[frame]) }
      }
      blocks.append((sum, (to - from) * audio.channelCount))
    }
    self.start = Double(first) * seconds
    power = (first...last).map { centre in
      let window = blocks[centre - half - lowest..<min(blocks.count, centre + half - lowest)]
      let frames = window.reduce(0) { $0 + $1.frames }
      return frames > 0 ? window.reduce(0) { $0 + $1.sum } / Double(frames) : 0
    }
    self.seconds = seconds
  }

  private let seconds: Double

  /// The time of a centre.
  func time(_ index: Int) -> Double { start + Double(index) * seconds }
}

/// Draws the level over time, and thresholds across it.
struct LevelPanel {
  let panel: Panel
  let caption: String
  let thresholds: [Decibels]

  func svg(_ curve: LevelCurve, layout: Layout) -> String {
    let (bottom, top) = range(of: curve)
    func y(_ level: Double) -> Double {
      panel.bottom - min(max((level - bottom) / (top - bottom), 0), 1) * panel.height
    }
    var svg = panel.caption(caption) + panel.timeGrid(layout)
    for level in stride(from: top, through: bottom, by: -20) {
      svg += panel.line("grid", at: y(level))
      svg += panel.tick(XMLText.number(level, decimals: 0) + " dB", at: y(level))
    }
    svg += shape(of: curve, layout: layout, y: y)
    var lastLabel = -Double.infinity
    for threshold in thresholds.sorted(by: >) {
      let place = y(threshold.value)
      let decimals = threshold.value == threshold.value.rounded() ? 0 : 1
      let text = XMLText.number(threshold.value, decimals: decimals) + " dB"
      svg += "<g><title>threshold at \(text)</title>" + panel.line("threshold", at: place) + "</g>"
      if place - lastLabel >= 11 {
        svg +=
          "<text class=\"limit\" x=\"\(px(Layout.right + 6))\" y=\"\(px(place + 3.5))\">\(text)"
        svg += "</text>\n"
        lastLabel = place
      }
    }
    return svg + panel.frame
  }

  /// From 20 dB over the loudest or 0 dB down to 80 dB below it, or to the lowest threshold.
  private func range(of curve: LevelCurve) -> (bottom: Double, top: Double) {
    let loudest = Decibels(power: curve.power.reduce(0, max)).value
    let top = loudest > 0 ? (loudest / 20).rounded(.up) * 20 : 0
    let lowest = thresholds.map(\.value).min() ?? 0
    return (min(top - 80, max(-200, ((lowest - 5) / 20).rounded(.down) * 20)), top)
  }

  /// The loudest and the quietest of each column, or each window where columns are shorter.
  private func shape(
    of curve: LevelCurve, layout: Layout, y: (Double) -> Double
  ) -> String {
    var upper: [String] = []
    var lower: [String] = []
    var index = 0
    while index < curve.power.count {
      let column = (layout.x(curve.time(index)) - Layout.left).rounded(.down)
      var (least, most) = (curve.power[index], curve.power[index])
      let first = index
      while index < curve.power.count,
        (layout.x(curve.time(index)) - Layout.left).rounded(.down) == column
      {
        least = min(least, curve.power[index])
        most = max(most, curve.power[index])
        index += 1
      }
      let x = px(layout.x((curve.time(first) + curve.time(index - 1)) / 2))
      upper.append(x + "," + px(y(Decibels(power: most).value)))
      lower.append(x + "," + px(y(Decibels(power: least).value)))
    }
    let band = upper + lower.reversed()
    return "<polygon class=\"band\" points=\"\(band.joined(separator: " "))\"/>\n"
      + "<polyline class=\"level\" points=\"\(upper.joined(separator: " "))\"/>\n"
  }
}
