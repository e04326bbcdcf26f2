package import Signal

/// A picture of a recording: waveform, spectrogram, level and labels over one axis of time.
package struct RecordingPicture: Sendable {
  /// A label; a point where it ends as it starts.
  package struct Span: Hashable, Sendable {
    /// Where it starts.
    package let startSeconds: Double
    /// Where it ends.
    package let endSeconds: Double
    /// What it says; a span that says nothing is not drawn.
    package let text: String

    /// Creates a label.
    package init(startSeconds: Double, endSeconds: Double, text: String) {
      self.startSeconds = startSeconds
      self.endSeconds = endSeconds
      self.text = text
    }
  }

  /// A row of labels.
  package struct Tier: Hashable, Sendable {
    /// The name that stands beside the row.
    package let name: String
    /// The labels, in any order.
    package let spans: [Span]

    /// Creates a row.
    package init(name: String, spans: [Span]) {
      self.name = name
      self.spans = spans
    }
  }

  /// The heading.
  package let title: String
  /// What stands under the heading, side by side.
  package let facts: [String]
  /// The recording.
  package let audio: AudioBuffer
  /// The rows of labels, from the top.
  package let tiers: [Tier]
  /// The part to draw; all of the recording where there is none.
  package let spanSeconds: ClosedRange<Double>?
  /// Levels that are drawn as lines across the level curve.
  package let thresholds: [Decibels]
  /// The length of the spectrogram's Hann window.
  package var windowSeconds = 0.005
  /// The highest frequency of the spectrogram; half the sample rate where there is none.
  package var topFrequency: Hertz?

  /// Prepares to draw a recording.
  package init(
    title: String, facts: [String], audio: AudioBuffer, tiers: [Tier] = [],
    spanSeconds: ClosedRange<Double>? = nil, thresholds: [Decibels] = []
  ) {
    self.title = title
    self.facts = facts
    self.audio = audio
    self.tiers = tiers
    self.spanSeconds = spanSeconds
    self.thresholds = thresholds
  }

  /// Draws the picture as one SVG file that needs no other.
  ///
  /// The same input gives the same bytes with one version of libpng. However long the recording
  /// is, time and size are bounded: each column of pixels shows the extremes of what it covers.
  package func svg() throws(PictureError) -> String {
    let layout = try checkedLayout()
    var y = 78.0
    var body = ""
    body += waveforms(layout, &y)
    body += try spectrogram(layout, &y)
    let level = Panel(top: y, height: 96)
    body += LevelPanel(
      panel: level, caption: "Level (RMS of 20 ms, dB re full scale)", thresholds: thresholds
    ).svg(LevelCurve(of: audio, from: layout.start, to: layout.end), layout: layout)
    y = level.bottom + (tiers.isEmpty ? 0 : 10)
    for (index, tier) in tiers.enumerated() {
      let row = LabelRow(tier: tier, layout: layout, colour: index)
      let panel = Panel(top: y, height: row.height)
      body += row.svg(in: panel)
      y = panel.bottom + (index == tiers.count - 1 ? 0 : 4)
    }
    body += timeAxis(layout, at: y)
    return head(height: y + 44) + body + "</svg>\n"
  }

  private func checkedLayout() throws(PictureError) -> Layout {
    guard audio.frameCount > 0 else { throw .empty }
    if let place = audio.firstNonFinite {
      throw .notFinite(channel: place.channel, frame: place.frame)
    }
    let duration = audio.durationSeconds
    let span = spanSeconds ?? 0...duration
    let (start, end) = (max(0, span.lowerBound), min(duration, span.upperBound))
    guard start < end else {
      throw .outside(
        startSeconds: span.lowerBound, endSeconds: span.upperBound, durationSeconds: duration)
    }
    for tier in tiers {
      for (index, label) in tier.spans.enumerated() {
        guard label.startSeconds <= label.endSeconds, label.startSeconds.isFinite,
          label.endSeconds.isFinite
        else { throw .badLabel(tier: tier.name, number: index + 1) }
      }
    }
    guard thresholds.allSatisfy(\.value.isFinite) else { throw .badThreshold }
    guard windowSeconds > 0, windowSeconds.isFinite,
      topFrequency.map({ $0.value > 0 }) ?? true
    else { throw .badSpectrogram }
    return Layout(start: start, end: end)
  }

  private func waveforms(_ layout: Layout, _ y: inout Double) -> String {
    // More channels than these would push all else off the page.
    let shown = min(8, audio.channelCount)
    let limit = WaveformPanel.limit(forPeak: Double(audio.peak))
    var svg = ""
    for channel in 0..<shown {
      let caption =
        switch (audio.channelCount, channel) {
        case (1, _): "Waveform"
        case (2, 0): "Waveform, left"
        case (2, _): "Waveform, right"
        default: "Waveform, channel \(channel + 1) of \(audio.channelCount)"
        }
      let panel = Panel(top: y, height: shown == 1 ? 110 : shown == 2 ? 76 : 48)
      svg += WaveformPanel(panel: panel, caption: caption, limit: limit)
        .svg(audio.channels[channel], sampleRate: audio.sampleRate, layout: layout)
      y = panel.bottom + 26
    }
    return svg
  }

  private func spectrogram(_ layout: Layout, _ y: inout Double) throws(PictureError) -> String {
    let nyquist = audio.sampleRate.nyquist
    let top = min(topFrequency ?? nyquist, nyquist)
    let panel = Panel(top: y, height: 260)
    y = panel.bottom + 26
    let window = Fixed.text(windowSeconds * 1_000, decimals: windowSeconds < 0.001 ? 2 : 0)
    return try SpectrogramPanel(
      panel: panel, caption: "Spectrogram (Hann window of \(window) ms, dB re a full-scale sine)",
      top: top
    ).svg(
      Spectrogram(
        of: audio, from: layout.start, to: layout.end, top: top, windowSeconds: windowSeconds,
        columns: Layout.columns, rows: Int(panel.height)))
  }

  private func timeAxis(_ layout: Layout, at y: Double) -> String {
    let (ticks, unit) = Ticks.times(from: layout.start, to: layout.end)
    var svg = ""
    for (seconds, text) in ticks {
      let x = px(layout.x(seconds))
      svg += "<line class=\"tick\" x1=\"\(x)\" x2=\"\(x)\" y1=\"\(px(y))\" y2=\"\(px(y + 5))\"/>"
      svg += "<text class=\"axis\" x=\"\(x)\" y=\"\(px(y + 18))\" text-anchor=\"middle\">\(text)"
      svg += "</text>\n"
    }
    svg +=
      "<text class=\"axis\" x=\"\(px(Layout.right + 34))\" y=\"\(px(y + 18))\">\(unit)</text>\n"
    return svg
  }
}
