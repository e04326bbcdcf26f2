import Signal

/// How intelligible the render is beside the clean speech, all bands together.
package struct Estoi: Metric {
  package init() {}

  /// A drop that is worth a look.
  static let noticed = 0.02

  package var description: MetricDescription {
    MetricDescription(
      id: "estoi", unit: .index, axis: .guardRail, direction: .higherIsBetter,
      protectsSpeech: true, tolerance: 0.002, allowedWorsening: 0.05,
      bounds: MetricBounds(
        warning: 0.9, failure: 0,
        source: """
          A warning and no more: harmless filters, gates and 3:1 compression read 0.91 and more on ten \
          voices, but an index may stay high with half of the word endings gone, and fall by intent.
          """),
      needs: [.speech],
      tells: """
        Whether speech has become harder to understand by whatever cause; look at the other axes \
        for the cause. A drop of 0.02 is worth a look, one of 0.05 is harm.
        """,
      definition: """
        The extended short-time objective intelligibility: at 10 kHz, in frames of 25.6 ms, less \
        those more than 40 dB under the loudest one of the clean speech, 15 thirds of an octave \
        from 150 Hz over segments of 384 ms, normalised in time and then over the bands; the mean \
        product with the clean speech. Several channels: their mean. 1 is the clean speech itself.
        """,
      source: """
        J. Jensen and C. H. Taal, IEEE/ACM Transactions on Audio, Speech, and Language Processing \
        24(11), 2016. Within 0.0001 of pystoi.
        """,
      blindTo: """
        Single sounds: word-final consonants may be gone while it hardly moves. What lies above 4.3 kHz and below 130 Hz. It falls with wanted compression and reverberation, \
        so it has no absolute limit.
        """)
  }

  package func isApplicable(to analysis: Analysis) -> Bool { analysis.reference.isSpeech }

  package func readings(of analysis: Analysis) throws(MetricError) -> [Reading] {
    let (indices, material) = try intelligibility(of: analysis)
    return [reading(indices.estoi, from: material)]
  }
}
