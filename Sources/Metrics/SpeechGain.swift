import Signal

/// The gain over speech that several metrics judge, with the words for it.
struct SpeechGain {
  /// The frames of the clean speech.
  let frames: SpeechFrames
  /// The gain of each frame against the loud ones; NaN where the input holds nothing.
  let decibels: [Float]
  /// How long somebody speaks where a gain can be read.
  let material: MetricMaterial
  /// How many active frames those are.
  let judgedCount: Int
  private let labels: [Label]

  /// Less loud speech than this does not say what the gain of speech is.
  private static let leastLoudSeconds = 0.2

  /// Where the descriptions of metrics say how the gain is defined.
  static let words = "Gain and frames: see the gain over speech."

  /// Takes the gain of an analysis; asked only where somebody speaks.
  ///
  /// - Parameters:
  ///   - analysis: The analysis.
  ///   - metric: What is measured.
  ///   - needed: How many seconds somebody has to speak.
  init(
    of analysis: Analysis, metric: String, atLeast needed: Double = LostSpeechTime.leastSeconds
  ) throws(MetricError) {
    guard let frames = analysis.reference.speech, let gains = analysis.gains else {
      throw .nothingToMeasure(metric: metric, place: "the speech of the recording")
    }
    judgedCount = frames.isActive.indices.count {
      frames.isActive[$0] && !gains.decibels[$0].isNaN
    }
    material = MetricMaterial(.activeSpeech, Double(judgedCount) * frames.grid.hopSeconds)
    // Where noise hides most of the speech, the rest says nothing of it.
    let needed = max(needed, frames.activeSeconds / 2)
    guard material.amount >= needed else {
      throw .tooLittle(metric: metric, material: material, neededAmount: needed)
    }
    let loud = frames.seconds(frames.isLoud)
    guard loud >= Self.leastLoudSeconds else {
      throw .tooLittle(
        metric: metric, material: MetricMaterial(.loudSpeech, loud),
        neededAmount: Self.leastLoudSeconds)
    }
    self.frames = frames
    decibels = gains.decibels
    labels = analysis.reference.labels
  }

  /// The longest of the runs that some frames form, in the order of time.
  func longest(_ frames: [Int]) -> Range<Int> {
    var (longest, run) = (0..<0, 0..<0)
    for frame in frames {
      run = frame == run.upperBound ? run.lowerBound..<frame + 1 : frame..<frame + 1
      if run.count > longest.count { longest = run }
    }
    return longest
  }

  /// Where the longest run of some frames lies.
  func place(ofLongest frames: [Int]) -> Place { place(longest(frames)) }

  /// Where a run of frames lies, with the word and the phone that are spoken there.
  func place(_ run: Range<Int>) -> Place {
    let (start, end) = (
      frames.grid.seconds(run.lowerBound), frames.grid.seconds(run.upperBound)
    )
    let spoken = labels.filter {
      $0.kind != .pause && $0.startSeconds < end && $0.endSeconds > start
    }.max { overlap($0, start, end) < overlap($1, start, end) }
    // Between the labels of a word there is the word still.
    let word =
      spoken?.word
      ?? labels.last { $0.kind != .pause && $0.endSeconds <= start }.flatMap { before in
        labels.contains { $0.word == before.word && $0.startSeconds >= end } ? before.word : nil
      }
    return Place(
      startSeconds: start, endSeconds: end, word: word?.isEmpty == false ? word : nil,
      phone: spoken?.text)
  }

  private func overlap(_ label: Label, _ start: Double, _ end: Double) -> Double {
    min(label.endSeconds, end) - max(label.startSeconds, start)
  }
}
