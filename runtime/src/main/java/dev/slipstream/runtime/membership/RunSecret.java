package dev.slipstream.runtime.membership;

import dev.slipstream.runtime.configuration.ClusterSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret that only the processes of a run know. It comes from a file or the environment, never
 * from a command line, which all users of a machine can read.
 */
public final class RunSecret {
  /** The environment variable that contains it. */
  public static final String VARIABLE = "SLIPSTREAM_SECRET";

  private static final String ALGORITHM = "HmacSHA256";
  private static final int LEAST_BYTES = 16;
  private static final int MOST_BYTES = 4096;

  private final SecretKeySpec key;

  private RunSecret(byte[] secret) {
    this.key = new SecretKeySpec(secret, ALGORITHM);
  }

  /**
   * Creates a secret from bytes.
   *
   * @param secret 16 to 4,096 bytes
   * @throws MembershipException if it is shorter or longer
   */
  public static RunSecret of(byte[] secret) throws MembershipException {
    if (secret.length < LEAST_BYTES || secret.length > MOST_BYTES) {
      throw new MembershipException(
          "the run's secret has "
              + secret.length
              + " bytes, but needs "
              + LEAST_BYTES
              + " to "
              + MOST_BYTES
              + ": make one with 'openssl rand -hex 32'");
    }
    return new RunSecret(secret);
  }

  /**
   * Finds the secret: in the file that {@code slipstream.secret.file} names, or else in {@link
   * #VARIABLE}.
   *
   * @param settings the settings of the run
   * @param environment the environment variables
   * @return the secret, without spaces and line ends around it
   * @throws MembershipException if there is none, it cannot be read or is too short, or is on the
   *     command line
   */
  public static RunSecret find(ClusterSettings settings, Map<String, String> environment)
      throws MembershipException {
    if (settings.secretShown()) {
      throw new MembershipException(
          "slipstream.secret is on the command line, which every user can read: make a new secret,"
              + " write it to a file, and name the file with slipstream.secret.file");
    }
    String secret = environment.get(VARIABLE);
    if (settings.secretFile().isPresent()) {
      Path file = settings.secretFile().get();
      try {
        secret = Files.readString(file, StandardCharsets.ISO_8859_1);
      } catch (IOException e) {
        throw new MembershipException("the run's secret cannot be read from " + file + ": " + e, e);
      }
    }
    if (secret == null) {
      throw new MembershipException(
          "a run of several processes needs a secret that all of them have: set"
              + " SLIPSTREAM_SECRET_FILE to a file with it, or "
              + VARIABLE
              + " to the secret itself");
    }
    return of(secret.trim().getBytes(StandardCharsets.ISO_8859_1));
  }

  /** A code that can only be computed with the secret. */
  byte[] code(String purpose, byte[]... parts) {
    return code(key, purpose.getBytes(StandardCharsets.US_ASCII), parts);
  }

  /** A key that is derived from the secret and the messages of both sides. */
  SecretKeySpec sessionKey(byte[]... parts) {
    return new SecretKeySpec(code("session", parts), ALGORITHM);
  }

  static byte[] code(SecretKeySpec key, byte[] purpose, byte[]... parts) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update((byte) purpose.length);
      mac.update(purpose);
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  /** Compares codes in a time that does not depend on the position of a difference. */
  static boolean same(byte[] one, byte[] other) {
    return MessageDigest.isEqual(one, other);
  }
}
