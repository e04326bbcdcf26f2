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
  /// The message of each failure.
  private(set) var messages: [String] = []
  /// The cases that fail, as class and name.
  private(set) var failedCases: [String] = []
  /// The attributes of the suite.
  private(set) var suite: [String: String] = [:]
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
    messages = reader.messages
    failedCases = reader.failedCases
    suite = reader.suite
    counts = reader.suite.filter { ["tests", "failures"].contains($0.key) }
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [String: Int] = [:]
    var failures: [String] = []
    var messages: [String] = []
    var failedCases: [String] = []
    var suite: [String: String] = [:]
    private var openCase = ""
    private var isInFailure = false

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements[name, default: 0] += 1
      isInFailure = name == "failure"
      if name == "testsuite" { suite = attributes }
      if name == "testcase" {
        openCase = "\(attributes["classname"] ?? "?")/\(attributes["name"] ?? "?")"
      }
      guard isInFailure else { return }
      failures.append("")
      messages.append(attributes["message"] ?? "")
      failedCases.append(openCase)
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
