package dev.slipstream.opencl.cache;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * Says what a build result was made from and by.
 *
 * @param hex the SHA-256 of all that, as 64 hexadecimal digits
 */
public record CacheKey(String hex) {

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

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }
}
