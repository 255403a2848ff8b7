package dev.slipstream.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** Slipstream's version. */
public final class Version {
  private static final String UNKNOWN = "unknown";

  private Version() {}

  /** The version of the build, {@code 0.1.0}; {@code unknown} if its resource is missing. */
  public static String text() {
    Properties properties = new Properties();
    try (InputStream stream = Version.class.getResourceAsStream("version.properties")) {
      if (stream != null) {
        properties.load(stream);
      }
    } catch (IOException unreadable) {
      return UNKNOWN;
    }
    return properties.getProperty("version", UNKNOWN);
  }
}
