import Signal
import Spectrum

/// How strong each frequency is at each time: the mean of the channels.
///
/// Levels are those of a sine, so a sine of full scale reads 0 dB whatever the window. At 0 Hz
/// and at half the sample rate, where a sine meets its own mirror image, they read up to 6 dB more.
struct Spectrogram {
  /// The most frames that are read for one column.
  ///
  /// Longer columns are read at this many moments evenly apart, so that an hour takes seconds.
  static let mostFrames = 96

  /// The levels, row by row from 0 Hz upwards; `-infinity` is silence.
  let levels: [Double]
  let columns: Int
  let rows: Int

  /// Reads a part of a recording; each cell holds the loudest of what it covers.
  ///
  /// - Parameters:
  ///   - audio: The recording.
  ///   - start: The time at the left edge.
  ///   - end: The time at the right edge.
  ///   - top: The frequency at the upper edge, at most half the sample rate.
  ///   - windowSeconds: The length of the Hann window.
  ///   - columns: How many columns there are.
  ///   - rows: How many rows there are.
  init(
    of audio: AudioBuffer, from start: Double, to end: Double, top: Hertz, windowSeconds: Double,
    columns: Int, rows: Int
  ) {
    let rate = audio.sampleRate.value
    let length = max(2, Int((min(windowSeconds * rate, 32_768)).rounded()))
    let finest = 2 * Double(rows) * audio.sampleRate.nyquist.value / top.value
    var size = 16
    // Beyond 16384 samples finer rows would repeat a bin, which takes no time.
    while size < length || (Double(size) < finest && size < 16_384) { size *= 2 }
    let window = HannWindow(count: length)
    var transform = RealFFT(size: size)
    let bins = Self.bins(of: rows, top: top, width: rate / Double(size), last: size / 2)
    let step = (end - start) * rate / Double(columns)
    let frames = max(1, min(Self.mostFrames, Int((step / (Double(length) / 2)).rounded(.up))))
    // The window sums to half its length, and half of a sine lies at the negative frequency.
    let scale = 16 / (Double(length) * Double(length) * Double(audio.channelCount))
    var levels = [Double](repeating: 0, count: rows * columns)
    var power = [Double](repeating: 0, count: transform.binCount)
    var loudest = power
    for column in 0..<columns {
      for bin in loudest.indices { loudest[bin] = 0 }
      for frame in 0..<frames {
        let place = Double(column) + (Double(frame) + 0.5) / Double(frames)
        let first = Int((start * rate + place * step - Double(length) / 2).rounded())
        for bin in power.indices { power[bin] = 0 }
        for samples in audio.channels {
          transform.addPower(of: samples, from: first, window: window, scale: scale, to: &power)
        }
        for bin in power.indices { loudest[bin] = max(loudest[bin], power[bin]) }
      }
      for row in 0..<rows {
        var most = 0.0
        for bin in bins[row] { most = max(most, loudest[bin]) }
        levels[row * columns + column] = Decibels(power: most).value
      }
    }
    self.levels = levels
    self.columns = columns
    self.rows = rows
  }

  /// The bins that lie in each row, or the nearest one where none does.
  private static func bins(of rows: Int, top: Hertz, width: Double, last: Int) -> [ClosedRange<Int>]
  {
    let height = top.value / Double(rows) / width
    return (0..<rows).map { row in
      let first = (Double(row) * height).rounded(.up)
      let beyond = (Double(row + 1) * height).rounded(.up) - 1
      guard first <= beyond else {
        let nearest = min(last, Int(((Double(row) + 0.5) * height).rounded()))
        return nearest...nearest
      }
      return min(last, Int(first))...min(last, Int(beyond))
    }
  }
}
