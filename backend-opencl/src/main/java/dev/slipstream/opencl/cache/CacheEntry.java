package dev.slipstream.opencl.cache;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The form of a file: eight bytes that name it, the key, the SHA-256 of the build result, and the
 * build result. A file that was cut, changed or renamed does not fit its own beginning.
 */
final class CacheEntry {
  private static final byte[] NAME = "SLIPCL1\n".getBytes(StandardCharsets.US_ASCII);
  private static final int HASH_BYTES = 32;

  /** What a file has besides the build result. */
  static final int HEADER_BYTES = NAME.length + 2 * HASH_BYTES;

  private CacheEntry() {}

  /** The file's bytes. */
  static byte[] encode(CacheKey key, byte[] binary) {
    return ByteBuffer.allocate(HEADER_BYTES + binary.length)
        .put(header(key, binary))
        .put(binary)
        .array();
  }

  /** The build result; empty if the file is damaged or of another key. */
  static Optional<byte[]> decode(CacheKey key, byte[] file) {
    if (file.length < HEADER_BYTES) {
      return Optional.empty();
    }
    byte[] binary = new byte[file.length - HEADER_BYTES];
    System.arraycopy(file, HEADER_BYTES, binary, 0, binary.length);
    ByteBuffer found = ByteBuffer.wrap(file, 0, HEADER_BYTES);
    return found.equals(ByteBuffer.wrap(header(key, binary)))
        ? Optional.of(binary)
        : Optional.empty();
  }

  private static byte[] header(CacheKey key, byte[] binary) {
    MessageDigest digest = CacheKey.sha256();
    return ByteBuffer.allocate(HEADER_BYTES)
        .put(NAME)
        .put(HexFormat.of().parseHex(key.hex()))
        .put(digest.digest(binary))
        .array();
  }
}
