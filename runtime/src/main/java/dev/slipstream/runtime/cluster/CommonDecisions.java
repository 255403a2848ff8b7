package dev.slipstream.runtime.cluster;

import dev.slipstream.model.wire.WireReader;
import dev.slipstream.model.wire.WireWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which loops ranks share that all run the program, as the first one decides by what it has
 * measured. Each rank applies a decision at the same horizon or epoch: at one that no rank has
 * submitted when the decision is on its way, since none is further ahead of what all have executed
 * than the window allows. Thread-safe.
 */
final class CommonDecisions {
  private static final int MOST = 1 << 16;

  /** So many marks a rank may be ahead, and some more for those that are about to be submitted. */
  private final int ahead;

  private final Map<LoopSize, Boolean> applied = new HashMap<>();
  private final TreeMap<Long, List<Decision>> scheduled = new TreeMap<>();
  private final List<Decision> untold = new ArrayList<>();

  /** How many marks this rank has submitted. */
  private long marks;

  /**
   * @param window how many horizons a rank may be ahead of what all have executed
   */
  CommonDecisions(int window) {
    ahead = window + 4;
  }

  /** Whether ranks share a loop from now on. */
  private record Decision(LoopSize size, boolean shared) {}

  /** The first rank has decided whether a loop is shared. */
  synchronized void decide(LoopSize size, boolean shared) {
    untold.add(new Decision(size, shared));
  }

  /** Whether a loop is shared that is submitted now; empty if nothing is decided. */
  synchronized Optional<Boolean> isShared(LoopSize size) {
    return Optional.ofNullable(applied.get(size));
  }

  /** This rank submits a horizon or epoch: what was to wait for it holds from now on. */
  synchronized void submitted() {
    Map<Long, List<Decision>> due = scheduled.headMap(marks, true);
    for (List<Decision> decisions : due.values()) {
      for (Decision decision : decisions) {
        applied.put(decision.size(), decision.shared());
      }
    }
    due.clear();
    marks++;
  }

  /**
   * All ranks have executed a horizon or epoch: the first one tells them with that what it has
   * decided meanwhile.
   */
  synchronized void write(WireWriter out) {
    // What all have executed, this one has submitted: no other is further ahead of that than this.
    long from = marks + ahead;
    List<Decision> told = List.copyOf(untold);
    untold.clear();
    if (!told.isEmpty()) {
      scheduled.computeIfAbsent(from, first -> new ArrayList<>()).addAll(told);
    }
    out.number(from);
    out.list(
        told,
        decision -> {
          out.text(decision.size().loop());
          out.number(decision.size().bits());
          out.flag(decision.shared());
        });
  }

  /** The same on the other ranks. */
  synchronized void read(WireReader in) {
    long from = in.number("a mark", 0, Long.MAX_VALUE);
    List<Decision> told =
        in.list(
            "decisions",
            0,
            MOST,
            () ->
                new Decision(
                    new LoopSize(in.text("a loop"), in.integer("a size", 0, Long.SIZE)),
                    in.flag("whether it is shared")));
    if (!told.isEmpty()) {
      scheduled.computeIfAbsent(from, first -> new ArrayList<>()).addAll(told);
    }
  }
}
