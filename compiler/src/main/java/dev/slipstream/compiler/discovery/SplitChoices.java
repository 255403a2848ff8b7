package dev.slipstream.compiler.discovery;

import dev.slipstream.model.loop.LoopName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The value of {@code slipstream.split}: {@code LOOP=WAY} entries, separated by commas. A loop is
 * {@code class#method:line}, {@code class#method@index}, or {@code *} for all; a way without a loop
 * applies to all loops. The first matching entry counts. Immutable.
 */
public final class SplitChoices {
  private static final Map<String, SplitHint.Way> WAYS =
      Map.of("1d", SplitHint.Way.ROWS, "2d", SplitHint.Way.TILES, "none", SplitHint.Way.WHOLE);

  private final List<Entry> entries;

  private record Entry(Optional<LoopSelection> loops, SplitHint.Way way) {}

  private SplitChoices(List<Entry> entries) {
    this.entries = List.copyOf(entries);
  }

  /** No choices. */
  public static SplitChoices none() {
    return new SplitChoices(List.of());
  }

  /**
   * Parses the option's value.
   *
   * @param problems receives a message for each entry that is ignored because it cannot be parsed
   */
  public static SplitChoices parse(String text, Consumer<String> problems) {
    List<Entry> entries = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      String entry = part.trim();
      if (entry.isEmpty()) {
        continue;
      }
      int equals = entry.lastIndexOf('=');
      String loop = equals < 0 ? "*" : entry.substring(0, equals).trim();
      String word = entry.substring(equals + 1).trim().toLowerCase(Locale.ROOT);
      SplitHint.Way way = WAYS.get(word);
      if (way == null) {
        problems.accept(
            "'"
                + entry
                + "' is ignored: '"
                + word
                + "' is no way to divide a loop. Write loop=1d, loop=2d or loop=none, with"
                + " class#method:line or * as the loop");
        continue;
      }
      try {
        entries.add(
            new Entry(
                loop.equals("*") ? Optional.empty() : Optional.of(LoopSelection.parse(loop)), way));
      } catch (IllegalArgumentException noLoop) {
        problems.accept("'" + entry + "' is ignored: " + noLoop.getMessage() + ", or * for all");
      }
    }
    return new SplitChoices(entries);
  }

  /** The choice for a loop, if there is one. */
  public Optional<SplitHint.Way> of(LoopName loop) {
    for (Entry entry : entries) {
      if (entry.loops().isEmpty() || entry.loops().get().selects(loop)) {
        return Optional.of(entry.way());
      }
    }
    return Optional.empty();
  }
}
