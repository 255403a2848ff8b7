package dev.slipstream.opencl.cache;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Says what a build result was made from and by. Its file has eight bytes that name it, the key,
 * the SHA-256 of the build result, and the build result. A file that was cut, changed or renamed
 * does not fit its own beginning.
 *
 * @param hex the SHA-256 of all that, as 64 hexadecimal digits
 */
public record CacheKey(String hex) {
  private static final byte[] NAME = "SLIPCL1\n".getBytes(StandardCharsets.US_ASCII);
  private static final int HASH_BYTES = 32;

  /** What a file has besides the build result. */
  static final int HEADER_BYTES = NAME.length + 2 * HASH_BYTES;

  /** The key of these texts; their order and borders count. */
  public static CacheKey of(List<String> parts) {
    MessageDigest digest = sha256();
    for (String part : parts) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      // With its length in front, so that no two lists of texts look alike.
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

  /** The build result in a file; empty if that is damaged or of another key. */
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
