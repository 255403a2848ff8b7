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
 * The loops that ranks share if all of them run the program, as the first rank decides by its
 * measurements. Each rank applies a decision at the same horizon or epoch. No rank can have
 * submitted that one when the decision is sent, since the window bounds how far a rank may be ahead
 * of what all have executed. Thread-safe.
 */
final class CommonDecisions {
  private static final int MOST = 1 << 16;

  /**
   * How many marks a rank may be ahead, with a reserve for those that are about to be submitted.
   */
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

  /** Notes on the first rank that it has decided whether a loop is shared. */
  synchronized void decide(LoopSize size, boolean shared) {
    untold.add(new Decision(size, shared));
  }

  /** Whether a loop that is submitted now is shared; empty if nothing is decided. */
  synchronized Optional<Boolean> isShared(LoopSize size) {
    return Optional.ofNullable(applied.get(size));
  }

  /**
   * Notes that this rank submits a horizon or epoch, and applies the decisions that wait for it.
   */
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
   * Writes the new decisions of the first rank, which sends them when all ranks have executed a
   * horizon or epoch.
   */
  synchronized void write(WireWriter out) {
    // This rank has submitted whatever all have executed, so no other rank is further ahead of
    // that.
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

  /** Reads the decisions on another rank. */
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
