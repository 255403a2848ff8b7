package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether one iteration of a loop writes what another one reads or writes, decided with the numbers
 * of one execution: two indices with equal strides meet in different iterations only if a
 * difference of iterations, not zero, makes up for their difference. Whether they certainly do,
 * {@link ProvenConflicts} says.
 *
 * @param dimensions the parallel loops
 */
record Dependences(List<Iterations> dimensions, Ranges ranges, Invariants invariants) {
  private static final int MOST_STEPS = 200;

  /** What is known of two accesses of one array. */
  enum Verdict {
    /** No two iterations meet. */
    NONE,
    /** Two iterations certainly meet. */
    CARRIED,
    /** Two iterations meet if both get there. */
    PRESUMED,
    /** It depends on conditions or on values that only the loop computes. */
    UNDECIDED
  }

  /** Whether iterations meet in two accesses of one array, of which the first writes. */
  Verdict between(AccessSite write, AccessSite other) throws StaysOnHost {
    if (neverMeet(write, other)) {
      return Verdict.NONE;
    }
    ProvenConflicts conflicts = new ProvenConflicts(dimensions, ranges);
    if (isUndecided(() -> conflicts.areCertain(write, other))) {
      // Iterations that write one value may do so in any order.
      return write.storesTheSameAs(other)
          ? Verdict.NONE
          : isUndecided(() -> conflicts.arePresumed(write, other))
              ? Verdict.UNDECIDED
              : Verdict.PRESUMED;
    }
    return Verdict.CARRIED;
  }

  @FunctionalInterface
  private interface Search {
    boolean finds() throws StaysOnHost;
  }

  /** Whether nothing was found, or it depends on what only the loop computes. */
  private static boolean isUndecided(Search search) throws StaysOnHost {
    try {
      return !search.finds();
    } catch (StaysOnHost unknown) {
      if (!unknown.isUnproven()) {
        throw unknown;
      }
      return true;
    }
  }

  /** Whether two accesses are known to be apart, or to meet in none but equal iterations. */
  private boolean neverMeet(AccessSite write, AccessSite other) throws StaysOnHost {
    Shifted ahead = shifted(write);
    Shifted behind = shifted(other);
    Polynomial first = ahead.index();
    Polynomial second = behind.index();
    Ranges atFirst = ranges.where(write.conditions());
    Ranges atSecond = ranges.where(other.conditions());
    if (atFirst.isUnreachable() || atSecond.isUnreachable() || apart(write, other)) {
      return true;
    }
    List<Stride> strides = new ArrayList<>();
    boolean stands = false;
    for (Iterations dimension : dimensions) {
      long stride = first.coefficient(dimension.variable());
      if (stride != second.coefficient(dimension.variable())) {
        return false;
      }
      first = first.replace(dimension.variable(), Polynomial.constant(0));
      second = second.replace(dimension.variable(), Polynomial.constant(0));
      if (dimension.count() > 1) {
        stands |= stride == 0;
        long length = Math.abs(stride * dimension.step());
        if (length < 0 || Math.multiplyHigh(length, dimension.count()) != 0) {
          return false;
        }
        if (length > 0) {
          strides.add(new Stride(length, dimension.count()));
        }
      }
    }
    if (mentionsVariables(first) || mentionsVariables(second)) {
      return false;
    }
    Interval from = atFirst.ofSum(first).plus(ahead.by());
    Interval to = atSecond.ofSum(second).plus(behind.by());
    if (from.isAll() || to.isAll()) {
      return false;
    }
    strides.sort(Collections.reverseOrder());
    Interval difference = new Interval(to.low() - from.high(), to.high() - from.low());
    int[] steps = {0};
    return !meets(strides, 0, difference, stands, steps) && steps[0] <= MOST_STEPS;
  }

  /** An index as a sum, and how far from it the element may be. */
  private record Shifted(Polynomial index, Interval by) {}

  /**
   * The index of an access, in which variables of loops that start in each iteration elsewhere are
   * replaced by what they start with.
   */
  private Shifted shifted(AccessSite site) throws StaysOnHost {
    Polynomial index = AccessProof.linearIndex(site, ranges, invariants);
    Interval by = Interval.of(0);
    for (int l = site.within().size() - 1; l >= 0; l--) {
      CountedLoop loop = site.within().get(l);
      long factor = index.coefficient(loop.variable());
      Polynomial initial = ranges.numeric(Polynomial.of(loop.initial()));
      Interval turned = turned(loop, initial);
      if (factor != 0 && mentionsVariables(initial) && !turned.isAll()) {
        index = index.replace(loop.variable(), initial);
        by = by.plus(turned.times(Interval.of(factor)));
      }
    }
    return new Shifted(index, by);
  }

  /** How far the variable of a loop can get from its start. */
  private Interval turned(CountedLoop loop, Polynomial initial) throws StaysOnHost {
    Interval step = ranges.of(loop.step());
    Interval span = ranges.ofSum(ranges.numeric(Polynomial.of(loop.limit())).minus(initial));
    if (span.isAll() || !step.isOne() || ranges.of(loop.variable()).equals(Interval.INT)) {
      return Interval.ALL;
    }
    if (loop.approaches(step.low())) {
      boolean isStrict =
          loop.stay() == Condition.Relation.LESS || loop.stay() == Condition.Relation.GREATER;
      long last = isStrict ? 1 : 0;
      return step.low() > 0
          ? new Interval(0, Math.max(0, span.high() - last))
          : new Interval(Math.min(0, span.low() + last), 0);
    }
    return Interval.ALL;
  }

  private boolean apart(AccessSite write, AccessSite other) throws StaysOnHost {
    Ranges atWrite = ranges.where(write.conditions());
    Ranges atOther = ranges.where(other.conditions());
    List<Value> first = write.indices();
    List<Value> second = other.indices();
    for (int i = first.size() - 1; i >= 0; i--) {
      if (areApart(atWrite.of(first.get(i)), atOther.of(second.get(i)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean areApart(Interval first, Interval second) {
    return first.high() < second.low() || second.high() < first.low();
  }

  private boolean mentionsVariables(Polynomial sum) {
    for (List<Value> product : sum.terms().keySet()) {
      for (Value atom : product) {
        for (Iterations dimension : dimensions) {
          if (atom.mentions(dimension.variable())) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /**
   * Whether a sum of strides times differences of iterations lies in a range.
   *
   * @param differs whether some difference is not zero already
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
   * Looks at all accesses of one array.
   *
   * @param sites the accesses; those of several parameters if these are one array at run time
   * @return what is only trusted, as shown to users; empty if it is known that none meet
   * @throws StaysOnHost if iterations certainly meet, do so as soon as they get there, or may meet
   *     because two parameters are one array, of which the loop's text says nothing
   */
  String check(List<AccessSite> sites) throws StaysOnHost {
    String trusted = "";
    Map<AccessSite, Integer> order = new HashMap<>();
    for (AccessSite site : sites) {
      order.putIfAbsent(site, order.size());
    }
    for (AccessSite write : sites) {
      if (!write.writes()) {
        continue;
      }
      for (AccessSite other : sites) {
        boolean seen =
            other.writes() && order.getOrDefault(other, 0) < order.getOrDefault(write, 0);
        boolean touches = other.writes() || other.kind() == AccessSite.Kind.READ;
        if (seen || !touches || write.commutesWith(other)) {
          continue;
        }
        Verdict verdict = verdict(write, other);
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

  private Verdict verdict(AccessSite write, AccessSite other) throws StaysOnHost {
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
    return aliased
        ? text + ": " + write.array() + " and " + other.array() + " are one array"
        : text;
  }

  private static String line(int line) {
    return line < 0 ? "it " : "line " + line + " ";
  }
}
