import CPNG

/// Writes images as PNG files.
///
/// The only file that imports `CPNG`; no C type leaves it.
///
/// Source: libpng 1.6 manual, section V, "Simplified API".
enum PNGFile {
  /// Writes an image of palette colours as the bytes of a file.
  ///
  /// - Parameters:
  ///   - pixels: The place of each pixel's colour in the palette, row by row from the top.
  ///   - width: How many pixels a row has.
  ///   - palette: Red, green and blue of up to 256 colours, in sRGB.
  static func bytes(
    pixels: [UInt8], width: Int, palette: [UInt8]
  ) throws(PictureError) -> [UInt8] {
    precondition(width > 0 && pixels.count.isMultiple(of: width), "rows must be of one length")
    precondition(palette.count.isMultiple(of: 3), "a colour has three parts")
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    image.width = png_uint_32(width)
    image.height = png_uint_32(pixels.count / width)
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_COLORMAP)
    image.colormap_entries = png_uint_32(palette.count / 3)
    defer { png_image_free(&image) }
    var size: png_alloc_size_t = 0
    guard png_image_write_to_memory(&image, nil, &size, 0, pixels, png_int_32(width), palette) != 0
    else { throw .noImage(reason: message(of: image)) }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard
      png_image_write_to_memory(&image, &bytes, &size, 0, pixels, png_int_32(width), palette) != 0
    else { throw .noImage(reason: message(of: image)) }
    return Array(bytes.prefix(Int(size)))
  }

  private static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
