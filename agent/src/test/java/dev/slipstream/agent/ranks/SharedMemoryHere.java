package dev.slipstream.agent.ranks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Detects shared memory that processes leave behind on this machine. */
final class SharedMemoryHere {
  private static final Path FILES = Path.of("/dev/shm");
  private static final Path SEGMENTS = Path.of("/proc/sysvipc/shm");

  private final Set<String> before;

  private SharedMemoryHere(Set<String> before) {
    this.before = before;
  }

  /** Records what exists before a test. */
  static SharedMemoryHere now() throws IOException {
    return new SharedMemoryHere(all());
  }

  /**
   * Returns what was created since then and is in use by no process; other programs may use such
   * memory as well.
   */
  List<String> leaked() throws IOException {
    Set<String> left = all();
    left.removeAll(before);
    List<String> leaked = new ArrayList<>();
    for (String each : left) {
      if (!isUsed(each)) {
        leaked.add(each);
      }
    }
    // What was removed meanwhile was in use.
    leaked.retainAll(all());
    return leaked;
  }

  private static Set<String> all() throws IOException {
    Set<String> all = new HashSet<>();
    if (Files.isDirectory(FILES)) {
      try (Stream<Path> files = Files.list(FILES)) {
        files.forEach(file -> all.add(file.toString()));
      }
    }
    for (Segment segment : segments()) {
      all.add(segment.text());
    }
    return all;
  }

  /**
   * A segment of System V.
   *
   * @param maker the process that created it
   * @param users the number of processes that have attached it
   */
  private record Segment(String id, String maker, int users) {
    String text() {
      return "segment " + id + " of process " + maker;
    }

    boolean isUsed() {
      // Its creator may be about to use it, or to remove it.
      return users > 0 || Files.exists(Path.of("/proc", maker));
    }
  }

  private static List<Segment> segments() throws IOException {
    List<Segment> segments = new ArrayList<>();
    if (Files.isReadable(SEGMENTS)) {
      List<String> lines = Files.readAllLines(SEGMENTS);
      for (String line : lines.subList(1, lines.size())) {
        String[] columns = line.trim().split(" +");
        segments.add(new Segment(columns[1], columns[4], Integer.parseInt(columns[6])));
      }
    }
    return segments;
  }

  private static boolean isUsed(String memory) throws IOException {
    if (memory.startsWith("segment ")) {
      return segments().stream().anyMatch(each -> each.text().equals(memory) && each.isUsed());
    }
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(process -> process.getFileName().toString().matches("[0-9]+"))
          .anyMatch(process -> maps(process).contains(memory));
    }
  }

  private static String maps(Path process) {
    try {
      return Files.readString(process.resolve("maps"));
    } catch (IOException gone) {
      return "";
    }
  }
}
