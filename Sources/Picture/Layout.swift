import Signal

/// Where things stand in the picture, in pixels at 96 to the inch.
struct Layout {
  /// The left edge of every panel.
  static let left = 144.0
  /// The width of every panel, and how many columns of pixels it has.
  static let columns = 1040
  /// The right edge of every panel.
  static let right = left + Double(columns)
  /// The width of the whole picture.
  static let width = right + 92

  /// The times at the left and the right edge.
  let start: Double
  let end: Double

  /// How long one column lasts.
  var secondsPerColumn: Double { (end - start) / Double(Self.columns) }

  /// The place of a time; those outside of the picture lie on its edges.
  func x(_ seconds: Double) -> Double {
    let place = (seconds - start) / (end - start)
    return Self.left + min(max(place, 0), 1) * Double(Self.columns)
  }
}

/// A panel of the picture: a range of heights under a caption.
struct Panel {
  let top: Double
  let height: Double

  var bottom: Double { top + height }

  /// The frame of the panel, which is drawn last so that nothing covers it.
  var frame: String {
    "<rect class=\"frame\" x=\"\(px(Layout.left))\" y=\"\(px(top))\" "
      + "width=\"\(Layout.columns)\" height=\"\(px(height))\"/>\n"
  }

  func caption(_ text: String) -> String {
    "<text class=\"caption\" x=\"\(px(Layout.left))\" y=\"\(px(top - 6))\">"
      + "\(XMLText.escaped(text))</text>\n"
  }

  /// A tick of the vertical axis with its text.
  func tick(_ text: String, at y: Double) -> String {
    "<line class=\"tick\" x1=\"\(px(Layout.left - 4))\" x2=\"\(px(Layout.left))\" y1=\"\(px(y))\" "
      + "y2=\"\(px(y))\"/><text class=\"axis\" x=\"\(px(Layout.left - 8))\" y=\"\(px(y + 3.5))\" "
      + "text-anchor=\"end\">\(XMLText.escaped(text))</text>\n"
  }

  /// Faint lines at the ticks of the axis of time.
  func timeGrid(_ layout: Layout) -> String {
    Ticks.times(from: layout.start, to: layout.end).ticks.map { tick in
      let x = px(layout.x(tick.seconds))
      return "<line class=\"grid\" x1=\"\(x)\" x2=\"\(x)\" y1=\"\(px(top))\" "
        + "y2=\"\(px(bottom))\"/>\n"
    }.joined()
  }

  /// A line across the panel.
  func line(_ name: String, at y: Double) -> String {
    "<line class=\"\(name)\" x1=\"\(px(Layout.left))\" x2=\"\(px(Layout.right))\" "
      + "y1=\"\(px(y))\" y2=\"\(px(y))\"/>\n"
  }
}

/// The text of a place, to a tenth of a pixel.
func px(_ value: Double) -> String {
  let text = Fixed.text(value, decimals: 1)
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
