import Metrics

/// A place as the JSON of reports has it; what is not known is left out.
struct PlaceEntry: Encodable {
  let startSeconds: Double?
  let endSeconds: Double?
  let lowHertz: Double?
  let highHertz: Double?
  let word: String?
  let phone: String?

  init(_ place: Place) {
    startSeconds = place.startSeconds
    endSeconds = place.endSeconds
    lowHertz = place.lowHertz
    highHertz = place.highHertz
    word = place.word
    phone = place.phone
  }
}
