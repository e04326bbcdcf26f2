import Corpus
import Foundation

/// Stands in for the build tools of Python packages while their sources are only fetched.
///
/// Before pip hands over a source archive it asks the package's build tool for the name and the
/// version, for which it would install that tool and run code of the package. This answers instead.
///
/// Source: PEP 517, `prepare_metadata_for_build_wheel`.
enum BuildStandIn {
  /// The build tools that are stood in for.
  private static let modules = [
    "setuptools.build_meta", "hatchling.build", "flit_core.buildapi", "poetry.core.masonry.api",
    "scikit_build_core.build", "pdm.backend",
  ]

  /// What all of them answer.
  private static let code = """
    import os
    import re


    def get_requires_for_build_wheel(config_settings=None):
        return []


    def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
        name = os.environ["HARNESS_PACKAGE_NAME"]
        version = os.environ["HARNESS_PACKAGE_VERSION"]
        folder = re.sub("[-_.]+", "_", name) + "-" + version + ".dist-info"
        os.makedirs(os.path.join(metadata_directory, folder))
        with open(os.path.join(metadata_directory, folder, "METADATA"), "w") as file:
            file.write("Metadata-Version: 2.1\\nName: %s\\nVersion: %s\\n" % (name, version))
        return folder


    class __legacy__:
        get_requires_for_build_wheel = staticmethod(get_requires_for_build_wheel)
        prepare_metadata_for_build_wheel = staticmethod(prepare_metadata_for_build_wheel)

    """

  /// What Python has to find in its environment.
  static func variables(folder: String, _ package: CorpusPack.Package) -> [String: String] {
    [
      "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1",
      "HARNESS_PACKAGE_NAME": package.name, "HARNESS_PACKAGE_VERSION": package.version,
    ]
  }

  /// Writes the modules.
  static func write(to folder: String) throws(InstallError) {
    do {
      for module in modules {
        let steps = module.split(separator: ".").map(String.init)
        var place = folder
        for step in steps.dropLast() {
          place += "/" + step
          try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
          let marker = URL(fileURLWithPath: place + "/__init__.py")
          try Data().write(to: marker)
        }
        try Data(code.utf8).write(to: URL(fileURLWithPath: "\(place)/\(steps[steps.count - 1]).py"))
      }
    } catch {
      throw InstallError("The folder '\(folder)' cannot be written: \(error.localizedDescription)")
    }
  }
}
