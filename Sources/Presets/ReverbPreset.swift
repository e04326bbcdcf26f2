/// The factory rooms of Apple's reverb unit, by the names of its preset enumeration.
///
/// Source: AVFAudio, `AVAudioUnitReverbPreset`.
package enum ReverbPreset: String, Hashable, Sendable, CaseIterable {
  case smallRoom, mediumRoom, largeRoom, mediumHall, largeHall, plate
  case mediumChamber, largeChamber, cathedral
  case largeRoom2, mediumHall2, mediumHall3, largeHall2
}
