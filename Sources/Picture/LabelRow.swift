/// Draws one tier as a row of boxes.
struct LabelRow {
  private static let fontSize = 11.5
  private static let plainHeight = 24.0
  private static let tallest = 78.0

  let tier: RecordingPicture.Tier
  let layout: Layout
  /// Which of the colours of tiers this one has.
  let colour: Int

  /// How high the row is: higher where texts stand upright.
  var height: Double {
    let longest = boxes.filter(\.isUpright).map { Self.length(of: $0.text) }.reduce(0, max)
    return max(Self.plainHeight, longest + 4)
  }

  func svg(in panel: Panel) -> String {
    let name = XMLText.fitted(tier.name, into: Layout.left - 22, fontSize: 12)
    var svg = "<g><title>\(tooltip(tier.name))</title><text class=\"tier\" "
    svg += "x=\"\(px(Layout.left - 8))\" y=\"\(px(panel.top + panel.height / 2 + 4))\" "
    svg += "text-anchor=\"end\">\(XMLText.escaped(name))</text></g>\n"
    for box in boxes { svg += draw(box, in: panel) }
    for mark in marks {
      svg += "<g class=\"tier\(colour % 6)\"><title>\(tooltip(mark.text))</title>"
      svg += "<rect class=\"mark\" x=\"\(px(mark.x))\" y=\"\(px(panel.top + 2))\" "
      svg += "width=\"\(px(mark.width))\" height=\"\(px(panel.height - 4))\"/></g>\n"
    }
    return svg + panel.frame
  }

  private struct Box {
    let x: Double
    let width: Double
    let text: String

    var fitsAcross: Bool { length(of: text) <= width }

    /// Whether the text fits only when it is turned.
    var isUpright: Bool {
      !fitsAcross && width >= fontSize + 2 && width < leastCut && length(of: text) + 4 <= tallest
    }
  }

  /// The least width of a label that has a box of its own.
  private static let least = 3.0
  /// The least width of a box whose text is cut where it does not fit.
  private static let leastCut = 56.0

  /// The room that a text takes, with a little air.
  private static func length(of text: String) -> Double {
    XMLText.width(of: text) * fontSize + 4
  }

  private var visible: [RecordingPicture.Span] {
    tier.spans.filter {
      !($0.text.isEmpty && $0.endSeconds > $0.startSeconds) && $0.endSeconds >= layout.start
        && $0.startSeconds <= layout.end
    }
  }

  private var boxes: [Box] {
    visible.compactMap { span in
      let (x, end) = (layout.x(span.startSeconds), layout.x(span.endSeconds))
      return end - x >= Self.least ? Box(x: x, width: end - x, text: span.text) : nil
    }
  }

  /// Points and labels too narrow for a box, those of one place drawn as one.
  private var marks: [Box] {
    var marks: [Box] = []
    var (count, firstText) = (0, "")
    let narrow = visible.filter {
      layout.x($0.endSeconds) - layout.x($0.startSeconds) < Self.least
    }
    for span in narrow.sorted(by: { $0.startSeconds < $1.startSeconds }) {
      let x = (layout.x(span.startSeconds) + layout.x(span.endSeconds)) / 2 - 1
      if let last = marks.last, x < last.x + 2.5 {
        count += 1
        let text = "\(count) labels, the first is '\(firstText)'"
        marks[marks.count - 1] = Box(x: last.x, width: last.width, text: text)
      } else {
        count = 1
        firstText = span.text
        marks.append(Box(x: x, width: 2, text: span.text))
      }
    }
    return marks
  }

  private func draw(_ box: Box, in panel: Panel) -> String {
    let middle = box.x + box.width / 2
    let centre = panel.top + panel.height / 2
    var svg = "<g class=\"tier\(colour % 6)\"><title>\(tooltip(box.text))</title>"
    svg += "<rect x=\"\(px(box.x))\" y=\"\(px(panel.top + 2))\" width=\"\(px(box.width))\" "
    svg += "height=\"\(px(panel.height - 4))\"/>"
    if box.isUpright {
      svg += "<text transform=\"translate(\(px(middle + 4)) \(px(centre))) rotate(-90)\">"
      svg += XMLText.escaped(box.text) + "</text>"
    } else if box.fitsAcross || box.width >= Self.leastCut {
      let text = XMLText.fitted(box.text, into: box.width - 4, fontSize: Self.fontSize)
      svg += "<text x=\"\(px(middle))\" y=\"\(px(centre + 4))\">\(XMLText.escaped(text))</text>"
    }
    return svg + "</g>\n"
  }

  private func tooltip(_ text: String) -> String {
    XMLText.escaped(text.count > 500 ? text.prefix(500) + "\u{2026}" : text)
  }
}
