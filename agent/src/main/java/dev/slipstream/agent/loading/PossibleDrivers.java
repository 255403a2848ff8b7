package dev.slipstream.agent.loading;

import dev.slipstream.runtime.configuration.WholeFile;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * Decides whether this process could have a driver of a device, from its start options and the
 * machine's list of libraries. Without a driver, classes need no guards.
 */
public final class PossibleDrivers {
  /** The dynamic linker's cache of libraries on Linux, by name (ld.so(8)). */
  private static final Path LIBRARIES = Path.of("/etc/ld.so.cache");

  private static final String OPENCL = "libOpenCL.so";
  private static final String TORNADO = "tornado";

  private PossibleDrivers() {}

  /** Whether a driver may exist; true if that cannot be told. */
  public static boolean mayBeHere() {
    return mayBe(System.getProperties(), System.getenv(), LIBRARIES);
  }

  static boolean mayBe(Properties system, Map<String, String> environment, Path libraries) {
    return mayHaveTornado(system)
        || !environment.getOrDefault("LD_PRELOAD", "").isEmpty()
        || isInFolders(environment.getOrDefault("LD_LIBRARY_PATH", ""))
        || isInFolders(system.getProperty("java.library.path", ""))
        || isListed(libraries);
  }

  private static boolean mayHaveTornado(Properties system) {
    for (String name : system.stringPropertyNames()) {
      if (name.startsWith("tornado.")) {
        return true;
      }
    }
    String places =
        system.getProperty("java.class.path", "") + system.getProperty("jdk.module.path", "");
    return places.toLowerCase(Locale.ROOT).contains(TORNADO);
  }

  private static boolean isInFolders(String path) {
    for (String folder : path.split(File.pathSeparator)) {
      if (new File(folder, OPENCL).exists() || new File(folder, OPENCL + ".1").exists()) {
        return true;
      }
    }
    return false;
  }

  private static boolean isListed(Path libraries) {
    try {
      return new String(WholeFile.read(libraries), StandardCharsets.ISO_8859_1).contains(OPENCL);
    } catch (IOException notOfThisSystem) {
      return true;
    }
  }
}
