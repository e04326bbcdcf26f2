extension RecordingPicture {
  /// The start of the file: its size, its styles, the heading and the facts.
  func head(height: Double) -> String {
    let room = Layout.width - Layout.left - 20
    let fact = facts.joined(separator: " \u{B7} ")
    let heading = XMLText.fitted(title, into: room, fontSize: 20)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
      width="\(px(Layout.width))" height="\(px(height))" \
      viewBox="0 0 \(px(Layout.width)) \(px(height))" role="img">
      <title>\(XMLText.escaped(title))</title>
      <desc>\(XMLText.escaped(fact))</desc>
      <style>\(Self.styles)</style>
      <rect width="100%" height="100%" fill="#ffffff"/>
      <text class="title" x="\(px(Layout.left))" y="30">\(XMLText.escaped(heading))</text>
      <text class="facts" x="\(px(Layout.left))" y="50">\
      \(XMLText.escaped(XMLText.fitted(fact, into: room, fontSize: 12)))</text>

      """
  }

  private static let styles = """

    text { font-family: "Helvetica Neue", Helvetica, Arial, "DejaVu Sans", sans-serif; \
    font-size: 11px; fill: #1f2933; }
    .title { font-size: 20px; font-weight: 600; }
    .facts { font-size: 12px; fill: #52606d; }
    .caption { font-size: 11px; fill: #52606d; }
    .axis { font-size: 11px; fill: #3e4c59; }
    .tier { font-size: 12px; }
    .limit { font-size: 11px; fill: #b3261e; }
    .frame { fill: none; stroke: #9aa5b1; stroke-width: 1; }
    .grid { stroke: #e4e7eb; stroke-width: 1; }
    .tick { stroke: #9aa5b1; stroke-width: 1; }
    .threshold { stroke: #b3261e; stroke-width: 1; stroke-dasharray: 6 4; }
    .wave { fill: #33658a; stroke: #33658a; stroke-width: 0.8; stroke-linejoin: round; }
    .line { fill: none; stroke: #33658a; stroke-width: 1; stroke-linejoin: round; }
    .dot { fill: #33658a; }
    .band { fill: #cbd9e6; stroke: none; }
    .level { fill: none; stroke: #243b53; stroke-width: 1.2; stroke-linejoin: round; }
    .scale { fill: url(#levels); stroke: #9aa5b1; stroke-width: 1; }
    g > rect { stroke-width: 1; }
    g > rect + text { font-size: 11.5px; text-anchor: middle; }
    .tier0 { color: #6f9bc8; } .tier0 rect { fill: #dfeaf6; stroke: #6f9bc8; }
    .tier1 { color: #d99a56; } .tier1 rect { fill: #fce8d5; stroke: #d99a56; }
    .tier2 { color: #6cab82; } .tier2 rect { fill: #dff1e4; stroke: #6cab82; }
    .tier3 { color: #d27f90; } .tier3 rect { fill: #fbe0e4; stroke: #d27f90; }
    .tier4 { color: #9a9aa6; } .tier4 rect { fill: #ebebee; stroke: #9a9aa6; }
    .tier5 { color: #9b82c9; } .tier5 rect { fill: #ece4f7; stroke: #9b82c9; }
    g > .mark { fill: currentColor; stroke: none; }

    """
}
