package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Decides, with the numbers of one execution, whether one iteration of a loop writes an element
 * that another one reads or writes. Two indices with equal strides meet in different iterations
 * only if a non-zero difference of iterations compensates their difference. {@link ProvenConflicts}
 * decides whether they certainly meet.
 *
 * @param dimensions the parallel loops
 */
record Dependences(List<Iterations> dimensions, Ranges ranges, Invariants invariants) {
  private static final int MOST_STEPS = 200;

  /** The result for two accesses of one array. */
  enum Verdict {
    /** No two iterations meet. */
    NONE,
    /** Two iterations certainly meet. */
    CARRIED,
    /** Two iterations meet if both reach the accesses. */
    PRESUMED,
    /** It depends on conditions or on values that only the loop computes. */
    UNDECIDED
  }

  /** Whether iterations meet in two accesses of one array, the first of which writes. */
  Verdict between(AccessSite write, AccessSite other) throws StaysOnHost {
    List<ComparedAccess> both = compared(List.of(write, other));
    return between(both.get(0), both.get(1));
  }

  private List<ComparedAccess> compared(List<AccessSite> sites) {
    List<ComparedAccess> accesses = new ArrayList<>(sites.size());
    IdentityHashMap<Value, TouchedElements> byIndex = new IdentityHashMap<>();
    for (AccessSite site : sites) {
      TouchedElements elements = byIndex.get(site.index());
      if (elements == null || !elements.areThoseOf(site)) {
        elements = new TouchedElements(site, dimensions, ranges, invariants);
        byIndex.put(site.index(), elements);
      }
      accesses.add(new ComparedAccess(site, elements));
    }
    return accesses;
  }

  private Verdict between(ComparedAccess first, ComparedAccess second) throws StaysOnHost {
    if (neverMeet(first.elements(), second.elements())) {
      return Verdict.NONE;
    }
    AccessSite write = first.site();
    AccessSite other = second.site();
    ProvenConflicts conflicts = new ProvenConflicts(dimensions, ranges);
    if (conflicts.areFound(() -> conflicts.areCertain(write, other))) {
      return Verdict.CARRIED;
    }
    if (write.storesTheSameAs(other)) {
      // Iterations that write the same value may do so in any order.
      return Verdict.NONE;
    }
    boolean presumed =
        first.mayMeetItself(conflicts)
            && (write.equals(other)
                || conflicts.areFound(() -> conflicts.arePresumed(write, other)));
    return presumed ? Verdict.PRESUMED : Verdict.UNDECIDED;
  }

  /** Whether two accesses certainly never meet, or only within one iteration. */
  private boolean neverMeet(TouchedElements written, TouchedElements others) throws StaysOnHost {
    Boolean known = written.compared(others);
    if (known == null) {
      known = areSeparate(written, others);
      written.compared(others, known);
    }
    return known;
  }

  private boolean areSeparate(TouchedElements written, TouchedElements others) throws StaysOnHost {
    if (written.areUnreachable() || others.areUnreachable() || written.areApartFrom(others)) {
      return true;
    }
    Optional<List<Stride>> strides = written.strided();
    if (!written.moveLike(others) || strides.isEmpty()) {
      return false;
    }
    Interval from = written.rest();
    Interval to = others.rest();
    if (from.isAll() || to.isAll()) {
      return false;
    }
    Interval difference = new Interval(to.low() - from.high(), to.high() - from.low());
    int[] steps = {0};
    return !meets(strides.get(), 0, difference, written.stand(), steps) && steps[0] <= MOST_STEPS;
  }

  /**
   * Whether a sum of strides times differences of iterations lies in a range.
   *
   * @param differs whether some difference chosen before is not zero
   */
  private static boolean meets(
      List<Stride> strides, int from, Interval wanted, boolean differs, int[] steps) {
    if (from == strides.size()) {
      return differs && wanted.low() <= 0 && wanted.high() >= 0;
    }
    Stride stride = strides.get(from);
    long rest = 0;
    for (Stride smaller : strides.subList(from + 1, strides.size())) {
      rest += smaller.length() * (smaller.count() - 1);
    }
    long most = stride.count() - 1;
    long first = Math.max(-most, -Math.floorDiv(-(wanted.low() - rest), stride.length()));
    long last = Math.min(most, Math.floorDiv(wanted.high() + rest, stride.length()));
    for (long step = first; step <= last; step++) {
      if (++steps[0] > MOST_STEPS) {
        return true;
      }
      long moved = step * stride.length();
      Interval left = new Interval(wanted.low() - moved, wanted.high() - moved);
      if (meets(strides, from + 1, left, differs || step != 0, steps)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Checks all accesses of one array.
   *
   * @param sites the accesses; those of several parameters if these are one array at run time
   * @return the assumption on which the loop is trusted, as shown to users; empty if the accesses
   *     certainly never meet
   * @throws StaysOnHost if iterations certainly meet, or meet as soon as they reach the accesses;
   *     or if they may meet because two parameters are one array, which the loop's text does not
   *     show
   */
  String check(List<AccessSite> sites) throws StaysOnHost {
    String trusted = "";
    List<ComparedAccess> accesses = compared(sites);
    for (int w = 0; w < accesses.size(); w++) {
      AccessSite write = sites.get(w);
      if (!write.writes()) {
        continue;
      }
      for (int o = 0; o < accesses.size(); o++) {
        AccessSite other = sites.get(o);
        boolean seen = other.writes() && o < w;
        boolean touches = other.writes() || other.kind() == AccessSite.Kind.READ;
        if (seen || !touches || write.commutesWith(other)) {
          continue;
        }
        Verdict verdict = verdict(accesses.get(w), accesses.get(o));
        boolean aliased = write.parameter() != other.parameter();
        if (verdict == Verdict.UNDECIDED && !aliased) {
          trusted = trusted.isEmpty() ? reason(write, other, "may write", false) : trusted;
        } else if (verdict != Verdict.NONE) {
          String writes = verdict == Verdict.PRESUMED ? "may write" : "writes";
          throw new StaysOnHost(reason(write, other, writes, aliased));
        }
      }
    }
    return trusted;
  }

  private Verdict verdict(ComparedAccess write, ComparedAccess other) throws StaysOnHost {
    try {
      return between(write, other);
    } catch (StaysOnHost unknown) {
      if (!unknown.isUnproven()) {
        throw unknown;
      }
      return Verdict.UNDECIDED;
    }
  }

  private static String reason(AccessSite write, AccessSite other, String writes, boolean aliased) {
    String text =
        line(other.line())
            + (other.writes() ? "writes " : "reads ")
            + other.text()
            + ", which another iteration "
            + writes
            + (write.line() < 0 ? "" : " (line " + write.line() + ")");
    // If both fields have the same name, the alias is obvious.
    return aliased && !write.array().toString().equals(other.array().toString())
        ? text + ": " + write.array() + " and " + other.array() + " are one array"
        : text;
  }

  private static String line(int line) {
    return line < 0 ? "it " : "line " + line + " ";
  }
}
