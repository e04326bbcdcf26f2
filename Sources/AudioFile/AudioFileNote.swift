/// What a person should know of a file that was read all the same.
package enum AudioFileNote: Hashable, Sendable {
  /// The header leaves the length open, as pipes write it; what is there was taken.
  case unknownLength(path: String, presentFrames: Int)
  /// The file gives fewer frames than it declares, and the caller allowed that.
  case truncated(path: String, declaredFrames: Int, presentFrames: Int)
}

extension AudioFileNote: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownLength(let path, let presentFrames):
      "The header of '\(path)' leaves the length unknown; \(presentFrames) frames are present."
    case .truncated(let path, let declaredFrames, let presentFrames):
      """
      '\(path)' is truncated or damaged: it declares \(declaredFrames) frames, \(presentFrames) \
      are present and were used.
      """
    }
  }
}
