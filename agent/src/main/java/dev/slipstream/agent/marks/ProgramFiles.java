package dev.slipstream.agent.marks;

import dev.slipstream.agent.marks.PlaceScan.Jar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/** Describes the files that the classes of a program come from. For one use only. */
final class ProgramFiles {
  /** To list more files in folders would take too long at each start. */
  private static final int MOST_FILES = 2000;

  private static final String OTHER_CODE = "-javaagent:";

  private final Properties system;
  private final KnownPlaces known;
  private final PlaceQueue places = new PlaceQueue();
  private final StringBuilder text = new StringBuilder();
  private int files;

  ProgramFiles(Properties system, KnownPlaces known) {
    this.system = system;
    this.known = known;
  }

  /**
   * Returns a text with each file's name, length and time of change, and with the JDK.
   *
   * @return empty if classes may come from elsewhere, or there are too many files
   */
  Optional<String> describe(List<String> jvmOptions) {
    Optional<List<Path>> first = ClassPlaces.of(system);
    if (first.isEmpty() || !describeOptions(jvmOptions)) {
      return Optional.empty();
    }
    for (String property : new String[] {"java.home", "java.vm.version", "java.class.path"}) {
      text.append(system.getProperty(property)).append('\n');
    }
    places.add(first.get());
    Optional<Path> place = places.next();
    while (place.isPresent()) {
      if (!describePlace(place.get())) {
        return Optional.empty();
      }
      place = places.next();
    }
    return Optional.of(text.toString());
  }

  /**
   * Returns whether the options are described completely: other agents may add classes to those
   * that a program sees.
   */
  private boolean describeOptions(List<String> jvmOptions) {
    int agents = 0;
    for (String option : jvmOptions) {
      if (option.startsWith(OTHER_CODE)) {
        agents++;
      } else if (option.startsWith("--") || option.startsWith("-Xboot")) {
        text.append(option).append('\n');
      }
    }
    return agents == 1;
  }

  private boolean describePlace(Path place) {
    try {
      BasicFileAttributes found = Files.readAttributes(place, BasicFileAttributes.class);
      if (found.isDirectory()) {
        FolderWalk.visit(place, this::describeFile);
        return files <= MOST_FILES;
      }
      append(place, found);
      Optional<Jar> before = known.jar(place, found);
      Jar jar = before.isPresent() ? before.get() : PlaceScan.manifest(place);
      if (before.isEmpty()) {
        known.add(place, found, jar);
      }
      places.add(jar.others(place));
      return true;
    } catch (NoSuchFileException absent) {
      text.append("no ").append(place).append('\n');
      return true;
    } catch (IOException | RuntimeException unreadable) {
      return false;
    }
  }

  private void append(Path file, BasicFileAttributes found) {
    text.append(found.size())
        .append(' ')
        .append(found.lastModifiedTime().toMillis())
        .append(' ')
        .append(file)
        .append('\n');
  }

  private boolean describeFile(Path file, BasicFileAttributes attributes) {
    files++;
    String name = file.toString();
    if (name.endsWith(".class") || name.endsWith(".jar")) {
      append(file, attributes);
    }
    return files <= MOST_FILES;
  }
}
