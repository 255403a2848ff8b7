package dev.slipstream.opencl.cache;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Identifies the inputs of a build result. The result's file starts with eight bytes that identify
 * the file type, followed by the key, the SHA-256 of the build result, and the build result. A file
 * that was truncated, changed or renamed does not match this header.
 *
 * @param hex the SHA-256 of all inputs, as 64 hexadecimal digits
 */
public record CacheKey(String hex) {
  private static final byte[] NAME = "SLIPCL1\n".getBytes(StandardCharsets.US_ASCII);
  private static final int HASH_BYTES = 32;

  /** The size of the header in front of the build result. */
  static final int HEADER_BYTES = NAME.length + 2 * HASH_BYTES;

  /** The key of some texts; their order and boundaries matter. */
  public static CacheKey of(List<String> parts) {
    MessageDigest digest = sha256();
    for (String part : parts) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      // Prefixed by its length, so that different lists of texts never give the same bytes.
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
      digest.update(bytes);
    }
    return new CacheKey(HexFormat.of().formatHex(digest.digest()));
  }

  /** The bytes of the file of a build result. */
  byte[] file(byte[] binary) {
    return ByteBuffer.allocate(HEADER_BYTES + binary.length)
        .put(NAME)
        .put(HexFormat.of().parseHex(hex))
        .put(sha256().digest(binary))
        .put(binary)
        .array();
  }

  /** The build result in a file; empty if the file is damaged or has another key. */
  Optional<byte[]> binary(byte[] file) {
    if (file.length < HEADER_BYTES) {
      return Optional.empty();
    }
    byte[] binary = new byte[file.length - HEADER_BYTES];
    System.arraycopy(file, HEADER_BYTES, binary, 0, binary.length);
    return ByteBuffer.wrap(file).equals(ByteBuffer.wrap(file(binary)))
        ? Optional.of(binary)
        : Optional.empty();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
