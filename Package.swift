// swift-tools-version: 6.2

import PackageDescription

/// Plain debug code runs the chain some hundred times slower than optimised code, and `swift test`
/// builds debug, so the rooms that touch samples are optimised there too. Unsafe flags bar a
/// package from being a versioned dependency: `HARNESS_PLAIN_DEBUG=1` leaves them out.
let optimisedDebug: [SwiftSetting] =
  Context.environment["HARNESS_PLAIN_DEBUG"] == nil
  ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : []

let features: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func room(
  _ name: String, _ imports: [Target.Dependency] = [], exclude: [String] = [],
  plugins: [Target.PluginUsage]? = nil
) -> Target {
  .target(
    name: name, dependencies: imports, exclude: exclude, swiftSettings: features + optimisedDebug,
    linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))], plugins: plugins)
}

func library(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

func tests(_ room: String, _ imports: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(room)Tests", dependencies: [.byName(name: room), "TestSupport"] + imports,
    swiftSettings: features)
}

/// The loops that touch every sample are built a second time for processors with AVX2, and the
/// chain picks when it runs; the sources of that room are links to those of `Loops`.
#if arch(x86_64)
  let processorLoops: [Target.Dependency] = ["LoopsAVX2"]
  let processorTargets: [Target] = [
    .target(
      name: "LoopsAVX2",
      swiftSettings: features + optimisedDebug + [
        .define("WIDE_COLUMNS"), .unsafeFlags(["-Xcc", "-march=x86-64-v3"]),
      ])
  ]
#else
  let processorLoops: [Target.Dependency] = []
  let processorTargets: [Target] = []
#endif

let package = Package(
  name: "harness",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "harness", targets: ["harness"])],
  targets: [
    library("CSndfile", pkgConfig: "sndfile", apt: "libsndfile1-dev", brew: "libsndfile"),
    library("CFFTW", pkgConfig: "fftw3f", apt: "libfftw3-dev", brew: "fftw"),
    library("CPNG", pkgConfig: "libpng", apt: "libpng-dev", brew: "libpng"),
    library("CEBUR128", pkgConfig: "libebur128", apt: "libebur128-dev", brew: "libebur128"),

    .target(name: "CSystem"),
    .target(name: "CAllocations"),
    room("Signal"),
    room("Loops"),
    room("Presets", ["Signal"], plugins: ["EmbedPresets"]),
    room("Chain", ["CSystem", "Loops", "Presets", "Signal"] + processorLoops),
    room("AudioFile", ["CSndfile", "Signal"]),
    room("Speech", ["Spectrum", "Signal"]),
    room("Picture", ["CPNG", "Spectrum", "Signal"]),
    room("Corpus", ["AudioFile", "Signal", "Spectrum", "Speech"]),
    room("Spectrum", ["CFFTW", "Signal"]),
    room("Metrics", ["Spectrum", "Speech", "Signal"]),
    room("Golden", ["Metrics", "Presets", "Signal"]),
    room("Runner", ["Chain", "Corpus", "Metrics", "Presets", "Signal"]),
    room("Report", ["Chain", "Corpus", "Golden", "Metrics", "Presets", "Runner", "Signal"]),
    room(
      "HarnessCLI",
      [
        "AudioFile", "Chain", "Corpus", "Golden", "Metrics", "Presets", "Report", "Runner",
        "Picture", "Signal", "Speech",
      ]),
    .executableTarget(
      name: "harness", dependencies: ["CSystem", "HarnessCLI"], swiftSettings: features),
    .executableTarget(
      name: "harness-bench",
      dependencies: ["AudioFile", "CSystem", "Chain", "Metrics", "Presets", "Signal"],
      swiftSettings: features),
    room("TestSupport", ["AudioFile", "Signal"]),

    .executableTarget(name: "PresetEmbedder", swiftSettings: features),
    .plugin(name: "EmbedPresets", capability: .buildTool(), dependencies: ["PresetEmbedder"]),

    tests("Signal"),
    tests("Loops", ["CSystem", "Signal"] + processorLoops),
    tests("Presets", ["Signal"]),
    tests("Chain", ["CAllocations", "Loops", "Metrics", "Presets", "Signal"]),
    tests("AudioFile", ["Signal"]),
    tests("Corpus", ["AudioFile", "Signal", "Spectrum"]),
    tests("Spectrum", ["Signal"]),
    tests("Picture", ["CPNG", "Signal"]),
    tests("Speech", ["AudioFile", "Corpus", "Signal"]),
    tests("Metrics", ["CEBUR128", "Spectrum", "Signal"]),
    tests("Golden", ["Metrics", "Presets", "Signal"]),
    tests("Runner", ["AudioFile", "Chain", "Corpus", "Metrics", "Presets", "Signal"]),
    tests("Report", ["Golden", "Metrics", "Presets", "Runner", "Signal"]),
    tests(
      "HarnessCLI",
      [
        "AudioFile", "Chain", "Corpus", "Golden", "Metrics", "Presets", "Report", "Runner",
        "Signal",
      ]),
  ] + processorTargets,
  swiftLanguageModes: [.v6]
)
