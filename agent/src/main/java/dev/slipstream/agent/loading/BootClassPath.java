package dev.slipstream.agent.loading;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.zip.ZipFile;

/**
 * The classes that the user has put on the bootstrap class path ({@code -Xbootclasspath/a}). What
 * agents append while the JVM runs does not count. Thread-safe.
 */
public final class BootClassPath {
  private static final String OPTION = "-Xbootclasspath/a:";

  private final boolean isKnown;
  private final List<File> entries = new ArrayList<>();
  private final ConcurrentMap<String, Boolean> found = new ConcurrentHashMap<>();

  /**
   * @param options the options with which the JVM was started; if empty, every class counts as the
   *     user's
   */
  public BootClassPath(Optional<List<String>> options) {
    this.isKnown = options.isPresent();
    for (String option : options.orElse(List.of())) {
      if (option.startsWith(OPTION)) {
        for (String entry : option.substring(OPTION.length()).split(File.pathSeparator)) {
          entries.add(new File(entry));
        }
      }
    }
  }

  /** Whether the user's bootstrap class path holds a class, given by its internal name. */
  public boolean has(String internalName) {
    if (!isKnown) {
      return true;
    }
    if (entries.isEmpty()) {
      return false;
    }
    Boolean known = found.get(internalName);
    if (known == null) {
      known = isIn(internalName + ".class");
      found.put(internalName, known);
    }
    return known;
  }

  private boolean isIn(String file) {
    for (File entry : entries) {
      if (entry.isDirectory()) {
        if (new File(entry, file).isFile()) {
          return true;
        }
      } else if (entry.isFile()) {
        try (ZipFile jar = new ZipFile(entry)) {
          if (jar.getEntry(file) != null) {
            return true;
          }
        } catch (IOException e) {
          // The JVM finds nothing in an unreadable entry either.
        }
      }
    }
    return false;
  }
}
