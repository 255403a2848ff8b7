package dev.slipstream.agent.marks;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * Finds where the JVM's own class loaders find the classes of a program, from the system properties
 * that its launcher sets.
 */
final class ClassPlaces {
  private static final String CLASS_PATH = "java.class.path";
  private static final String MODULE_PATH = "jdk.module.path";
  private static final String MAIN_MODULE = "jdk.module.main";

  /** What the launcher was told to start; not set where another program has created the JVM. */
  private static final String COMMAND = "sun.java.command";

  /** If one of these is set, classes may come from elsewhere, too. */
  private static final List<String> OTHERS =
      List.of("java.system.class.loader", "jdk.module.upgrade.path", "jdk.module.patch.0");

  private ClassPlaces() {}

  /**
   * Returns the jars and folders in search order; folders on the module path may hold jars.
   *
   * @return empty if classes may come from unknown places
   */
  static Optional<List<Path>> of(Properties system) {
    String main = system.getProperty(MAIN_MODULE, "");
    boolean isTool = main.startsWith("jdk.") || main.startsWith("java.");
    if (isTool || system.getProperty(COMMAND, "").isEmpty()) {
      // The JDK's compiler launcher and its shell run classes that they have made in memory.
      return Optional.empty();
    }
    for (String other : OTHERS) {
      if (system.getProperty(other) != null) {
        return Optional.empty();
      }
    }
    List<Path> places = new ArrayList<>();
    try {
      String classPath = system.getProperty(CLASS_PATH, "");
      if (!classPath.isEmpty() || main.isEmpty()) {
        for (String place : classPath.split(File.pathSeparator, -1)) {
          places.add(Path.of(place).toAbsolutePath());
        }
      }
      for (String place : system.getProperty(MODULE_PATH, "").split(File.pathSeparator)) {
        if (!place.isEmpty()) {
          places.add(Path.of(place).toAbsolutePath());
        }
      }
    } catch (InvalidPathException unknown) {
      return Optional.empty();
    }
    return Optional.of(places);
  }
}
