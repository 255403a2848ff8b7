package dev.slipstream.compiler.discovery;

import dev.slipstream.model.loop.LoopName;
import java.util.ArrayList;
import java.util.List;

/**
 * The loops that the user named instead of annotating them: {@code class#method:line}, or {@code
 * class#method@index} for classes without line numbers, separated by commas.
 */
public final class LoopSelection {
  private final List<Entry> entries;

  private LoopSelection(List<Entry> entries) {
    this.entries = List.copyOf(entries);
  }

  /** No named loops. */
  public static LoopSelection none() {
    return new LoopSelection(List.of());
  }

  /**
   * Parses the value of {@code slipstream.loops}.
   *
   * @throws IllegalArgumentException if an entry is not of the form above; the message names it
   */
  public static LoopSelection parse(String text) {
    List<Entry> entries = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      String entry = part.trim();
      if (entry.isEmpty()) {
        continue;
      }
      int hash = entry.indexOf('#');
      int end = Math.max(entry.lastIndexOf(':'), entry.lastIndexOf('@'));
      if (hash <= 0 || end <= hash + 1 || !entry.substring(end + 1).matches("[0-9]{1,9}")) {
        throw new IllegalArgumentException(
            "'"
                + entry
                + "' names no loop: write class#method:line, or class#method@index for classes"
                + " without line numbers");
      }
      entries.add(
          new Entry(
              entry.substring(0, hash),
              entry.substring(hash + 1, end),
              entry.charAt(end) == '@',
              Integer.parseInt(entry.substring(end + 1))));
    }
    return new LoopSelection(entries);
  }

  /** Whether a loop of this class (binary name) is named. */
  public boolean mentions(String className) {
    for (Entry entry : entries) {
      if (entry.className.equals(className)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a loop of this method is named. */
  public boolean mentions(String className, String method) {
    for (Entry entry : entries) {
      if (entry.className.equals(className) && entry.method.equals(method)) {
        return true;
      }
    }
    return false;
  }

  /** Whether this loop is named. */
  public boolean selects(LoopName name) {
    for (Entry entry : entries) {
      if (entry.className.equals(name.className())
          && entry.method.equals(name.method())
          && entry.number == (entry.byIndex ? name.index() : name.line())) {
        return true;
      }
    }
    return false;
  }

  private record Entry(String className, String method, boolean byIndex, int number) {}
}
