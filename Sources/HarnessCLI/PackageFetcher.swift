import Corpus
import Foundation

/// Fetches the archives of packages with the system's own clients.
struct PackageFetcher {
  /// The environment of the process; its `PATH` says which clients.
  let environment: [String: String]
  /// A folder of the package's own, which exists and is empty.
  let folder: String

  /// Fetches and opens the archive of a package.
  ///
  /// - Throws: `InstallError` for a client that is missing or fails, with what to do.
  func fetch(_ package: CorpusPack.Package) throws(InstallError) -> PackageArchive {
    let path = try package.from == "debian" ? debian(package) : pypi(package)
    return try PackageArchive(path: path, folder: folder, environment: environment)
  }

  private func debian(_ package: CorpusPack.Package) throws(InstallError) -> String {
    let apt = try Client("apt-get", environment: environment, folder: folder)
    let dpkg = try Client("dpkg-deb", environment: environment, folder: folder)
    do {
      try apt.run(["download", "-qq", "\(package.name)=\(package.version)"])
    } catch {
      guard !error.isFinal else { throw error }
      // That version may be gone: whether another one has the same recordings, digests decide.
      do {
        try apt.run(["download", "-qq", package.name])
      } catch {
        guard !error.isFinal else { throw error }
        throw InstallError(
          "The package '\(package.name)' cannot be fetched: \(error.description). Check the network, "
            + "and that 'apt-get update' has run; nothing was installed.")
      }
    }
    let archive = try onlyFile(of: package) { $0.hasSuffix(".deb") }
    // The file system of a package is a tar archive.
    let files = folder + "/files.tar"
    try dpkg.run(["--fsys-tarfile", archive], into: files)
    return files
  }

  private func pypi(_ package: CorpusPack.Package) throws(InstallError) -> String {
    let python = try Client("python3", environment: environment, folder: folder)
    let archives = folder + "/archives"
    var words = [
      "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-input", "--retries",
      "2", "--no-deps", "--dest", archives,
    ]
    var variables: [String: String] = [:]
    switch package.archive {
    case .sdist?:
      let standIn = folder + "/stand-in"
      try BuildStandIn.write(to: standIn)
      words += ["--no-binary", package.name, "--no-build-isolation", "--use-pep517"]
      variables = BuildStandIn.variables(folder: standIn, package)
    case .wheel?, nil:
      words += ["--only-binary", ":all:"]
    }
    do {
      try python.run(words + ["\(package.name)==\(package.version)"], variables: variables)
    } catch {
      guard !error.isFinal else { throw error }
      throw InstallError(
        "The package '\(package.name)' cannot be fetched: \(error.description). Check the network, "
          + "and that 'python3 -m pip' works; nothing was installed.")
    }
    return try onlyFile(of: package, in: archives) { name in
      [".whl", ".zip", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz"].contains { name.hasSuffix($0) }
    }
  }

  private func onlyFile(
    of package: CorpusPack.Package, in place: String? = nil, _ isArchive: (String) -> Bool
  ) throws(InstallError) -> String {
    let place = place ?? folder
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: place).filter(isArchive)
    } catch {
      names = []
    }
    guard let name = names.first, names.count == 1 else {
      throw InstallError(
        "The client brought \(names.count) archives for the package '\(package.name)' instead of "
          + "one; nothing was installed.")
    }
    return place + "/" + name
  }
}
