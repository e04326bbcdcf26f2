import Foundation
import Signal

/// Draws a spectrogram as an image, with the scale of its colours beside it.
struct SpectrogramPanel {
  /// How many decibels the colours span.
  static let spanDB = 70.0

  let panel: Panel
  let caption: String
  let top: Hertz

  func svg(_ spectrogram: Spectrogram) throws(PictureError) -> String {
    let upper = Self.upper(of: spectrogram)
    let png = try PNGFile.bytes(
      pixels: Self.pixels(of: spectrogram, upper: upper), width: spectrogram.columns,
      palette: ColourMap.palette)
    var svg = panel.caption(caption)
    svg += "<image x=\"\(px(Layout.left))\" y=\"\(px(panel.top))\" width=\"\(Layout.columns)\" "
    svg += "height=\"\(px(panel.height))\" preserveAspectRatio=\"none\" "
    svg += "xlink:href=\"data:image/png;base64,\(Data(png).base64EncodedString())\"/>\n"
    let inKHz = top.value >= 2_000
    let unit = inKHz ? 1_000.0 : 1
    let (values, decimals) = Ticks.round(in: 0...top.value / unit, most: 6)
    for value in values {
      let text = Fixed.text(value, decimals: min(6, decimals)) + (inKHz ? " kHz" : " Hz")
      svg += panel.tick(text, at: panel.bottom - value * unit / top.value * panel.height)
    }
    return svg + panel.frame + legend(upper: upper)
  }

  /// The level of the brightest colour: the loudest cell, rounded up to five decibels.
  static func upper(of spectrogram: Spectrogram) -> Double {
    let loudest = spectrogram.levels.reduce(-Double.infinity, max)
    return max(-120, loudest.isFinite ? (loudest / 5 - 1e-6).rounded(.up) * 5 : 0)
  }

  /// The colours of the cells, row by row from the top.
  static func pixels(of spectrogram: Spectrogram, upper: Double) -> [UInt8] {
    let columns = spectrogram.columns
    return (0..<spectrogram.rows).reversed().flatMap { row in
      spectrogram.levels[row * columns..<(row + 1) * columns].map { level in
        UInt8(min(max((level - upper) / spanDB + 1, 0), 1) * 255 + 0.5)
      }
    }
  }

  private func legend(upper: Double) -> String {
    let x = Layout.right + 16
    var svg = "<defs><linearGradient id=\"levels\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\">"
    for (index, colour) in ColourMap.anchors.enumerated() {
      let offset = Fixed.text(
        Double(index) / Double(ColourMap.anchors.count - 1), decimals: 4)
      svg += "<stop offset=\"\(offset)\" stop-color=\"\(ColourMap.hex(colour))\"/>"
    }
    svg += "</linearGradient></defs>\n"
    svg += "<rect class=\"scale\" x=\"\(px(x))\" y=\"\(px(panel.top))\" width=\"12\" "
    svg += "height=\"\(px(panel.height))\"/>\n"
    for index in 0...7 {
      let level = upper - Double(index) * Self.spanDB / 7
      let y = panel.top + Double(index) / 7 * panel.height
      svg += "<line class=\"tick\" x1=\"\(px(x + 12))\" x2=\"\(px(x + 16))\" y1=\"\(px(y))\" "
      svg += "y2=\"\(px(y))\"/><text class=\"axis\" x=\"\(px(x + 20))\" y=\"\(px(y + 3.5))\">"
      svg += XMLText.number(level, decimals: 0) + (index == 0 ? " dB" : "") + "</text>\n"
    }
    return svg
  }
}
