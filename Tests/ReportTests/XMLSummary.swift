import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What a parser makes of a JUnit file.
struct XMLSummary {
  /// The text is not well-formed.
  struct Fault: Error {
    let line: Int
    let reason: String
  }

  /// How often each element comes.
  private(set) var elements: [String: Int] = [:]
  /// The text of each failure.
  private(set) var failures: [String] = []
  /// The counts that the suite states.
  private(set) var counts: [String: String] = [:]

  init(_ text: String) throws {
    let reader = Reader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    guard parser.parse() else {
      throw Fault(
        line: parser.lineNumber, reason: parser.parserError.map { "\($0)" } ?? "unknown")
    }
    elements = reader.elements
    failures = reader.failures
    counts = reader.counts
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [String: Int] = [:]
    var failures: [String] = []
    var counts: [String: String] = [:]
    private var isInFailure = false

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements[name, default: 0] += 1
      isInFailure = name == "failure"
      if isInFailure { failures.append("") }
      if name == "testsuite" {
        counts = attributes.filter { ["tests", "failures"].contains($0.key) }
      }
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      isInFailure = false
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if isInFailure { failures[failures.count - 1] += text }
    }
  }
}
