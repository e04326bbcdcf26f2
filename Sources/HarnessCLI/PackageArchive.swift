import Foundation

/// A fetched archive of a package, from which single files are taken.
///
/// Only the named files are unpacked, and none where the archive has a member that would leave the
/// folder: what an archive holds was written by others.
struct PackageArchive {
  private enum Format {
    case tar, zip
  }

  private let path: String
  private let folder: String
  private let client: Client
  private let format: Format
  /// The names of the files, as the archive has them, under their plain paths.
  private let members: [String: String]

  /// Opens an archive.
  ///
  /// - Parameters:
  ///   - path: The archive; a name in `.whl` or `.zip` says that it is a zip file.
  ///   - folder: Where work may go on.
  init(
    path: String, folder: String, environment: [String: String]
  ) throws(InstallError) {
    self.path = path
    self.folder = folder
    format = path.hasSuffix(".whl") || path.hasSuffix(".zip") ? .zip : .tar
    client = try Client(
      format == .zip ? "unzip" : "tar", environment: environment, folder: folder)
    let list = try client.run(format == .zip ? ["-Z1", path] : ["-tf", path])
    var members: [String: String] = [:]
    for line in list.split(separator: "\n").map(String.init) {
      let steps = line.split(separator: "/", omittingEmptySubsequences: false)
      guard !line.hasPrefix("/"), !steps.contains("..") else {
        throw InstallError(
          "The archive '\((path as NSString).lastPathComponent)' has a file '\(line)', which would "
            + "lie outside of its folder: it is not unpacked. Report it to those who made it.")
      }
      members[line.hasPrefix("./") ? String(line.dropFirst(2)) : line] = line
    }
    self.members = members
  }

  /// The plain paths of all files and folders, in order.
  var paths: [String] { members.keys.sorted() }

  /// Unpacks files into a folder; those that the archive does not have are left out.
  func extract(_ paths: [String], into target: String) throws(InstallError) {
    let wanted = paths.compactMap { members[$0] }
    guard !wanted.isEmpty else { return }
    do {
      try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
      let list = folder + "/.members"
      try Data((wanted.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: list))
      switch format {
      case .tar:
        try client.run(
          ["-xf", path, "--no-same-owner", "--no-same-permissions", "-C", target, "-T", list])
      case .zip:
        try client.run(["-q", "-o", path] + wanted + ["-d", target])
      }
    } catch let error as InstallError {
      throw error
    } catch {
      throw InstallError("The folder '\(target)' cannot be made: \(error.localizedDescription)")
    }
  }
}
