package dev.slipstream.agent.marks;

import dev.slipstream.agent.marks.PlaceScan.Found;
import dev.slipstream.agent.marks.PlaceScan.Jar;
import dev.slipstream.runtime.configuration.Log;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.zip.CRC32;

/**
 * Finds out whether the classes that a program starts with have marked loops. A program without any
 * needs no guards. A jar is scanned once for all programs that use it; folders are scanned at each
 * start. Classes from elsewhere, such as the program's own loaders, are examined when they are
 * loaded. If they have marked loops, this is remembered for the program's next start.
 */
public final class ProgramMarks {
  /** The size of some ten thousand classes, which takes a few tenths of a second to read. */
  static final long MOST_OF_JARS = 64L << 20;

  /** The size of some thousand classes. */
  static final long MOST_OF_FOLDERS = 8L << 20;

  private final Properties system;
  private final KnownPlaces known;
  private final PlaceScan jars;
  private final PlaceScan folders = new PlaceScan(MOST_OF_FOLDERS);
  private final PlaceQueue places = new PlaceQueue();
  private boolean hasReadJar;

  private ProgramMarks(Properties system, KnownPlaces known, long mostOfJars) {
    this.system = system;
    this.known = known;
    this.jars = new PlaceScan(mostOfJars);
  }

  /**
   * Returns the marks of the program that this JVM is about to start.
   *
   * @param system its system properties
   * @param cacheFolder the folder for what is remembered between starts; need not exist
   */
  public static ProgramMarks of(Properties system, Path cacheFolder, Log log) {
    return of(system, cacheFolder, log, MOST_OF_JARS);
  }

  static ProgramMarks of(Properties system, Path cacheFolder, Log log, long mostOfJars) {
    return new ProgramMarks(system, KnownPlaces.read(cacheFolder, log), mostOfJars);
  }

  /**
   * Whether the classes on its class path and module path certainly have no marked loops. Call this
   * once only.
   */
  public boolean areAbsent() {
    if (known.isLate(name())) {
      return false;
    }
    Optional<List<Path>> first = ClassPlaces.of(system);
    if (first.isEmpty()) {
      return false;
    }
    places.add(first.get());
    boolean areAbsent = true;
    Optional<Path> place = places.next();
    while (areAbsent && place.isPresent()) {
      areAbsent = isWithout(place.get());
      place = places.next();
    }
    known.write();
    return areAbsent;
  }

  /** Records that a marked loop has come from a place that is not scanned. */
  public void cameLate() {
    known.addLate(name());
    known.write();
  }

  private boolean isWithout(Path place) {
    try {
      BasicFileAttributes found = Files.readAttributes(place, BasicFileAttributes.class);
      if (known.isTooLarge(place)) {
        return false;
      }
      return found.isDirectory() ? isFolderWithout(place) : isJarWithout(place, found);
    } catch (NoSuchFileException absent) {
      return true;
    } catch (IOException | RuntimeException unreadable) {
      // Unknown whether the JVM can read it.
      return false;
    }
  }

  private boolean isFolderWithout(Path folder) {
    Found found = folders.folder(folder);
    if (found == Found.TOO_MUCH) {
      known.addTooLarge(folder);
    }
    return found == Found.NONE;
  }

  private boolean isJarWithout(Path file, BasicFileAttributes attributes) throws IOException {
    Optional<Jar> before = known.jar(file, attributes).filter(jar -> jar.found() != Found.TOO_MUCH);
    Jar jar = before.isPresent() ? before.get() : jars.jar(file);
    if (before.isEmpty()) {
      known.add(file, attributes, jar);
      if (jar.found() == Found.TOO_MUCH && !hasReadJar) {
        known.addTooLarge(file);
      }
      hasReadJar = true;
    }
    places.add(jar.others(file));
    return jar.found() == Found.NONE;
  }

  /**
   * Returns a text that describes the files of the program's classes, and that differs when any of
   * them has changed.
   *
   * @param jvmOptions the options with which the JVM was started
   * @return empty if classes may come from elsewhere, or if there are too many files
   */
  public Optional<String> files(List<String> jvmOptions) {
    Optional<String> files = new ProgramFiles(system, known).describe(jvmOptions);
    known.write();
    return files;
  }

  /**
   * Returns a short name for what is started, and from where; it is the same at each start of a
   * program.
   */
  public String name() {
    String command = system.getProperty("sun.java.command", "");
    int end = command.indexOf(' ');
    String program =
        (end < 0 ? command : command.substring(0, end))
            + " "
            + system.getProperty("java.class.path", "")
            + " "
            + system.getProperty("jdk.module.path", "");
    CRC32 sum = new CRC32();
    sum.update(program.getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(sum.getValue());
  }
}
