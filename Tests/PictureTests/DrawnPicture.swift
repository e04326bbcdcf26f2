import CPNG
import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What a parser makes of a picture.
struct DrawnPicture {
  /// The text is not well-formed, or holds no image.
  struct Fault: Error {
    let reason: String
  }

  /// Each element with its attributes and the text inside it, in the order of their ends.
  let elements: [Element]

  struct Element {
    let name: String
    let attributes: [String: String]
    var text = ""

    func number(_ name: String) -> Double { Double(attributes[name] ?? "") ?? .nan }
  }

  init(_ svg: String) throws {
    let reader = Reader()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = reader
    guard parser.parse() else {
      throw Fault(reason: "line \(parser.lineNumber): \(String(describing: parser.parserError))")
    }
    elements = reader.ended
  }

  /// The texts of the elements of one name, and of one class where it is given.
  func texts(_ name: String, class kind: String? = nil) -> [String] {
    elements.filter { $0.name == name && (kind == nil || $0.attributes["class"] == kind) }
      .map(\.text)
  }

  /// Red, green and blue of the spectrogram, row by row from the top.
  func image() throws -> (pixels: [UInt8], width: Int) {
    let prefix = "data:image/png;base64,"
    guard
      let link = elements.first(where: { $0.name == "image" })?.attributes["xlink:href"],
      link.hasPrefix(prefix), let png = Data(base64Encoded: String(link.dropFirst(prefix.count)))
    else { throw Fault(reason: "there is no image") }
    return try decodedPNG([UInt8](png))
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var ended: [Element] = []
    private var open: [Element] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      open.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      guard !open.isEmpty else { return }
      open[open.count - 1].text += text
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      if let element = open.popLast() { ended.append(element) }
    }
  }
}

/// Reads a PNG file with libpng: red, green and blue, row by row from the top.
func decodedPNG(_ bytes: [UInt8]) throws -> (pixels: [UInt8], width: Int) {
  var image = png_image()
  image.version = png_uint_32(PNG_IMAGE_VERSION)
  defer { png_image_free(&image) }
  guard png_image_begin_read_from_memory(&image, bytes, bytes.count) != 0 else {
    throw DrawnPicture.Fault(reason: "libpng does not read the header")
  }
  image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
  var pixels = [UInt8](repeating: 0, count: Int(image.width) * Int(image.height) * 3)
  guard png_image_finish_read(&image, nil, &pixels, png_int_32(image.width * 3), nil) != 0 else {
    throw DrawnPicture.Fault(reason: "libpng does not read the pixels")
  }
  return (pixels, Int(image.width))
}
