package dev.slipstream.agent.marks;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * Where the JVM's own class loaders find the classes of a program, as its launcher says it in
 * system properties.
 */
final class ClassPlaces {
  private static final String CLASS_PATH = "java.class.path";
  private static final String MODULE_PATH = "jdk.module.path";
  private static final String MAIN_MODULE = "jdk.module.main";

  /** What the launcher was told to start; not there where another program has made the JVM. */
  private static final String COMMAND = "sun.java.command";

  /** With these, classes come from elsewhere, too. */
  private static final List<String> OTHERS =
      List.of("java.system.class.loader", "jdk.module.upgrade.path", "jdk.module.patch.0");

  private ClassPlaces() {}

  /**
   * The jars and folders, in the order in which they are searched; folders of modules may hold jars
   * of modules.
   *
   * @return empty if classes may come from places that are not known
   */
  static Optional<List<Path>> of(Properties system) {
    String main = system.getProperty(MAIN_MODULE, "");
    boolean isTool = main.startsWith("jdk.") || main.startsWith("java.");
    if (isTool || system.getProperty(COMMAND, "").isEmpty()) {
      // The JDK's compiler and its shell run classes that they have made.
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
