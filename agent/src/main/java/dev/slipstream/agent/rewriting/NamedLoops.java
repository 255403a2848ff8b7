package dev.slipstream.agent.rewriting;

import dev.slipstream.compiler.discovery.LoopSelection;
import dev.slipstream.model.loop.LoopName;
import dev.slipstream.runtime.configuration.Log;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The entries of {@code slipstream.loops}, and which of them were found. Thread-safe. */
public final class NamedLoops {
  private final LoopSelection selection;
  private final Map<String, LoopSelection> missing = new LinkedHashMap<>();

  private NamedLoops(LoopSelection selection) {
    this.selection = selection;
  }

  /** Reads the option's value; logs a warning for entries that name no loop, and ignores them. */
  public static NamedLoops parse(String text, Log log) {
    List<String> valid = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      String entry = part.trim();
      try {
        LoopSelection.parse(entry);
        valid.add(entry);
      } catch (IllegalArgumentException e) {
        log.warn("in slipstream.loops " + e.getMessage());
      }
    }
    NamedLoops loops = new NamedLoops(LoopSelection.parse(String.join(",", valid)));
    for (String entry : valid) {
      if (!entry.isEmpty()) {
        loops.missing.put(entry, LoopSelection.parse(entry));
      }
    }
    return loops;
  }

  /** Returns all named loops. */
  public LoopSelection selection() {
    return selection;
  }

  /** Records that a loop of the program was found. */
  public synchronized void found(LoopName name) {
    missing.values().removeIf(entry -> entry.selects(name));
  }

  /** Returns the entries for which no loop was found until now. */
  public synchronized List<String> missing() {
    return List.copyOf(missing.keySet());
  }
}
