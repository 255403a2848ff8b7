package dev.slipstream.agent.marks;

import dev.slipstream.agent.marks.PlaceScan.Found;
import dev.slipstream.agent.marks.PlaceScan.Jar;
import dev.slipstream.runtime.configuration.CacheFile;
import dev.slipstream.runtime.configuration.Log;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Remembers between programs what jars hold, by their paths, lengths and times of change, and which
 * programs had marked loops from elsewhere; a text file. A file that cannot be read or written
 * counts as empty.
 */
final class KnownPlaces {
  private static final String FILE = "places";
  private static final String FORMAT = "slipstream places 2";
  private static final String LATE = "late ";
  private static final String JAR = "jar ";
  private static final String OTHER = "other ";
  private static final int MOST_LINES = 4096;
  private static final long MOST_BYTES = 4L << 20;

  private final CacheFile file;
  private final Log log;

  /** The text about each key, oldest entry first. */
  private final Map<String, String> lines = new LinkedHashMap<>();

  private boolean isChanged;

  private KnownPlaces(Path folder, Log log) {
    this.file = new CacheFile(folder, FILE, MOST_BYTES);
    this.log = log;
  }

  /**
   * Reads the file.
   *
   * @param folder where the file is kept; need not exist
   */
  static KnownPlaces read(Path folder, Log log) {
    KnownPlaces known = new KnownPlaces(folder, log);
    try {
      known.read();
    } catch (IOException | RuntimeException unreadable) {
      log.debug(() -> known.file.path() + " cannot be read: " + unreadable);
      known.lines.clear();
    }
    return known;
  }

  private void read() throws IOException {
    Optional<byte[]> content = file.read();
    if (content.isEmpty()) {
      return;
    }
    String text = new String(content.get(), StandardCharsets.UTF_8);
    if (!text.startsWith(FORMAT + "\n")) {
      return;
    }
    for (String line : text.substring(FORMAT.length() + 1).split("\n")) {
      int end = line.indexOf('\t');
      if (end > 0) {
        lines.put(line.substring(0, end), line.substring(end + 1));
      }
    }
  }

  /** Returns what a jar holds, if the jar has not changed since it was scanned. */
  Optional<Jar> jar(Path jar, BasicFileAttributes attributes) {
    @Nullable String said = lines.get(JAR + jar);
    String facts = facts(attributes);
    if (said == null || !said.startsWith(facts)) {
      return Optional.empty();
    }
    for (Found found : Found.values()) {
      if (said.startsWith(found.name() + " ", facts.length())) {
        String classPath = said.substring(facts.length() + found.name().length() + 1);
        return Optional.of(new Jar(found, classPath));
      }
    }
    return Optional.empty();
  }

  /** Records what was found in a jar. */
  void add(Path jar, BasicFileAttributes attributes, Jar found) {
    put(JAR + jar, facts(attributes) + found.found().name() + " " + found.classPath());
  }

  /** Whether a folder was too large to be scanned. */
  boolean isTooLarge(Path folder) {
    return lines.containsKey(OTHER + folder);
  }

  /** Records a folder that is too large to be scanned at each start. */
  void addTooLarge(Path folder) {
    put(OTHER + folder, "");
  }

  /** Whether a program's marked loops were found in places that are not scanned. */
  boolean isLate(String program) {
    return lines.containsKey(LATE + program);
  }

  /** Records a program whose marked loops were found in places that are not scanned. */
  void addLate(String program) {
    put(LATE + program, "");
  }

  private void put(String key, String value) {
    boolean fits = (key + value).indexOf('\n') < 0 && key.indexOf('\t') < 0;
    if (fits && !value.equals(lines.get(key))) {
      lines.remove(key);
      lines.put(key, value);
      isChanged = true;
    }
  }

  private static String facts(BasicFileAttributes found) {
    return found.size() + " " + found.lastModifiedTime().toMillis() + " ";
  }

  /** Writes what was recorded since the file was read, for later programs. */
  void write() {
    if (!isChanged) {
      return;
    }
    try {
      file.write(text().getBytes(StandardCharsets.UTF_8));
      isChanged = false;
    } catch (IOException | RuntimeException unable) {
      log.debug(() -> file.path() + " cannot be written: " + unable);
    }
  }

  private String text() {
    List<Map.Entry<String, String>> all = new ArrayList<>(lines.entrySet());
    StringBuilder text = new StringBuilder(FORMAT).append('\n');
    for (Map.Entry<String, String> line :
        all.subList(Math.max(0, all.size() - MOST_LINES), all.size())) {
      text.append(line.getKey()).append('\t').append(line.getValue()).append('\n');
    }
    return text.toString();
  }
}
