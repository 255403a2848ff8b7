package dev.slipstream.agent.loading;

import dev.slipstream.runtime.configuration.Log;
import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.zip.ZipFile;

/**
 * What the user has put on the bootstrap class path ({@code -Xbootclasspath/a}); what agents have
 * appended while the JVM ran does not count. Thread-safe.
 */
public final class BootClassPath {
  private static final String OPTION = "-Xbootclasspath/a:";

  private final boolean isKnown;
  private final List<File> entries = new ArrayList<>();
  private final ConcurrentMap<String, Boolean> found = new ConcurrentHashMap<>();

  /**
   * @param options those with which the JVM was started
   * @param isKnown whether these are all; otherwise every class counts as the user's
   */
  BootClassPath(List<String> options, boolean isKnown) {
    this.isKnown = isKnown;
    for (String option : options) {
      if (option.startsWith(OPTION)) {
        for (String entry : option.substring(OPTION.length()).split(File.pathSeparator)) {
          entries.add(new File(entry));
        }
      }
    }
  }

  /** That of this JVM. */
  public static BootClassPath ofThisJvm(Instrumentation instrumentation, Log log) {
    try {
      Class<?> type = Class.forName("jdk.internal.misc.VM");
      PlatformAccess.export(instrumentation, type);
      String[] options = (String[]) type.getMethod("getRuntimeArguments").invoke(null);
      return new BootClassPath(List.of(options), /* isKnown= */ true);
    } catch (ReflectiveOperationException | RuntimeException e) {
      log.debug(() -> "the options of this JVM cannot be read", e);
      return new BootClassPath(List.of(), /* isKnown= */ false);
    }
  }

  /** Whether a class, by its internal name, is there. */
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
          // The JVM finds nothing in it either.
        }
      }
    }
    return false;
  }
}
