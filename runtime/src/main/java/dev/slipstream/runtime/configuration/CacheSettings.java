package dev.slipstream.runtime.configuration;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;

/**
 * Where devices keep what their drivers have built, for later runs.
 *
 * @param folder the folder, which need not exist; empty if nothing is kept
 * @param mostBytes the most bytes that are kept, 0 or more
 */
public record CacheSettings(Optional<Path> folder, long mostBytes) {
  /** The default limit in bytes. */
  static final long DEFAULT_BYTES = 256L << 20;

  private static final String NAME = "slipstream";

  /** Settings that keep nothing. */
  public static CacheSettings off() {
    return new CacheSettings(Optional.empty(), 0);
  }

  /**
   * The user's folder for caches, as the XDG base directory specification defines it: {@code
   * $XDG_CACHE_HOME}, which only counts if it is absolute, or else {@code ~/.cache}. Empty for a
   * user without a home folder.
   */
  static Optional<Path> defaultFolder(Properties system, Map<String, String> environment) {
    Optional<Path> caches = absolute(environment.getOrDefault("XDG_CACHE_HOME", ""));
    if (caches.isPresent()) {
      return Optional.of(caches.get().resolve(NAME));
    }
    Optional<Path> home = absolute(system.getProperty("user.home", ""));
    return home.isPresent()
        ? Optional.of(home.get().resolve(".cache").resolve(NAME))
        : Optional.empty();
  }

  /** Parses a number of bytes such as {@code 64m}, {@code 2g}, {@code 900k} or {@code 4096}. */
  static OptionalLong bytes(String text) {
    String size = text.toLowerCase(Locale.ROOT);
    if (!size.matches("[0-9]{1,9}[kmg]?")) {
      return OptionalLong.empty();
    }
    int shift =
        switch (size.charAt(size.length() - 1)) {
          case 'k' -> 10;
          case 'm' -> 20;
          case 'g' -> 30;
          default -> 0;
        };
    String digits = shift == 0 ? size : size.substring(0, size.length() - 1);
    return OptionalLong.of(Long.parseLong(digits) << shift);
  }

  private static Optional<Path> absolute(String text) {
    try {
      Path path = Path.of(text);
      return path.isAbsolute() ? Optional.of(path) : Optional.empty();
    } catch (InvalidPathException noPath) {
      return Optional.empty();
    }
  }
}
