package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.discovery.SplitHint;
import dev.slipstream.model.mapper.AccessBox;
import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.mapper.AxisRange;
import dev.slipstream.model.mapper.Formula;
import dev.slipstream.model.mapper.Operator;
import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the loops along which iterations can be divided. Each array that is written needs an axis
 * on which blocks of iterations write in sequence without overlap, for every way to combine blocks
 * into chunks.
 */
final class SplitPlanner {
  private final Box space;
  private final int loops;
  private final List<ArrayMapper> arrays;
  private final SplitHint hint;

  /** The cost of cuts along a loop: less is better. */
  private record Cost(int loop, int scattered, double elements) implements Comparable<Cost> {
    @Override
    public int compareTo(Cost other) {
      int order = Integer.compare(scattered, other.scattered);
      order = order != 0 ? order : Double.compare(elements, other.elements);
      return order != 0 ? order : Integer.compare(loop, other.loop);
    }
  }

  SplitPlanner(Box space, int loops, List<ArrayMapper> arrays, SplitHint hint) {
    this.space = space;
    this.loops = loops;
    this.arrays = arrays;
    this.hint = hint;
  }

  /** The loops that are possible and that the user's hints allow. */
  SplitDecision decide() {
    SplitDecision possible = possible();
    if (hint.way() == SplitHint.Way.WHOLE) {
      return new SplitDecision(List.of(), possible.granularity(), hint.source() + " says so");
    }
    boolean inRows = hint.way() == SplitHint.Way.ROWS;
    return new SplitDecision(
        possible.loops().subList(0, Math.min(inRows ? 1 : loops, possible.loops().size())),
        possible.granularity(),
        possible.reason());
  }

  private SplitDecision possible() {
    List<Long> granularity = new ArrayList<>();
    List<Cost> possible = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    for (int loop = 0; loop < loops; loop++) {
      OptionalLong granule = OptionalLong.empty();
      if (space.extent(loop) > 1) {
        for (long needed : granules(loop)) {
          long candidate = multiple(needed, hint.granularity(loop));
          if (granule.isEmpty() && candidate < space.extent(loop) && isApart(loop, candidate)) {
            granule = OptionalLong.of(candidate);
          }
        }
        if (granule.isPresent()) {
          possible.add(cost(loop, granule.getAsLong()));
        } else {
          reasons.add(reason(loop));
        }
      }
      granularity.add(granule.orElse(1));
    }
    Collections.sort(possible);
    List<Integer> best = new ArrayList<>();
    for (Cost cost : possible) {
      best.add(cost.loop());
    }
    String reason =
        !possible.isEmpty() ? "" : reasons.isEmpty() ? "it has a single iteration" : reasons.get(0);
    return new SplitDecision(best, granularity, reason);
  }

  /** The block sizes to try, first those with which every write is complete. */
  private List<Long> granules(int loop) {
    long aligned = 1;
    TreeSet<Long> periods = new TreeSet<>();
    for (ArrayMapper array : arrays) {
      for (AccessBox piece : array.writes().boxes()) {
        aligned = multiple(aligned, piece.alignment().get(loop));
        for (AxisRange axis : piece.axes()) {
          axis.bounds().forEach(bound -> addPeriods(bound, loop, periods));
        }
      }
    }
    long all = aligned;
    for (long period : periods) {
      all = multiple(all, period);
    }
    return List.of(aligned, all, 1L);
  }

  /** The least common multiple; the larger number if the multiple is beyond all loops. */
  static long multiple(long one, long other) {
    long factor = other / gcd(one, other);
    return one > Integer.MAX_VALUE || factor > Integer.MAX_VALUE
        ? Math.max(one, other)
        : one * factor;
  }

  private boolean isApart(int loop, long granule) {
    for (ArrayMapper array : arrays) {
      if (!isApart(array.writes().boxes(), loop, granule)) {
        return false;
      }
    }
    return true;
  }

  private boolean isApart(List<AccessBox> pieces, int loop, long granule) {
    if (pieces.isEmpty()) {
      return true;
    }
    for (int axis = 0; axis < pieces.get(0).axes().size(); axis++) {
      AxisRange first = pieces.get(0).axes().get(axis);
      for (Formula bound : first.lower()) {
        OptionalLong shift = shift(bound, loop, granule);
        if (shift.isPresent()
            && shift.getAsLong() != 0
            && isApart(pieces, loop, granule, axis, shift.getAsLong())) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Whether the first block of iterations writes no element that the second one writes. The same
   * then holds for all other blocks, since each is moved by the same distance.
   */
  private boolean isApart(List<AccessBox> pieces, int loop, long granule, int axis, long distance) {
    Box block = space.with(loop, 0, granule);
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (AccessBox piece : pieces) {
      AxisRange range = piece.axes().get(axis);
      Optional<Formula> lower = moving(range.lower(), loop, granule, distance);
      Optional<Formula> upper = moving(range.upper(), loop, granule, distance);
      if (lower.isEmpty()
          || upper.isEmpty()
          || !staysTight(lower.get(), loop, granule, distance)
          || !staysTight(upper.get(), loop, granule, distance)) {
        return false;
      }
      first = Math.min(first, lower.get().least(block.ends()));
      last = Math.max(last, upper.get().most(block.ends()));
    }
    return last - first < Math.abs(distance);
  }

  /**
   * Whether the box of several blocks reaches no further than those of the first and the last one.
   * Where parts of a sum move in opposite directions, {@code -2*i + i/4}, the box grows with the
   * number of blocks. Apart from the step from one block to two, each further block adds the same
   * growth. Checking two blocks and all of them is therefore sufficient.
   */
  private boolean staysTight(Formula bound, int loop, long granule, long distance) {
    long[] one = space.with(loop, 0, granule).ends();
    for (long blocks : new long[] {2, space.extent(loop) / granule + 2}) {
      long[] chunk = space.with(loop, 0, blocks * granule).ends();
      long moved = (blocks - 1) * distance;
      if (bound.least(chunk) < bound.least(one) + Math.min(0, moved)
          || bound.most(chunk) > bound.most(one) + Math.max(0, moved)) {
        return false;
      }
    }
    return true;
  }

  private static Optional<Formula> moving(
      List<Formula> bounds, int loop, long granule, long distance) {
    for (Formula bound : bounds) {
      if (shift(bound, loop, granule).equals(OptionalLong.of(distance))) {
        return Optional.of(bound);
      }
    }
    return Optional.empty();
  }

  private Cost cost(int loop, long granule) {
    long half = Math.max(granule, space.extent(loop) / 2 / granule * granule);
    Box chunk = space.with(loop, 0, half);
    int scattered = 0;
    double elements = 0;
    for (ArrayMapper array : arrays) {
      for (ArrayMapper.Access access : List.of(array.reads(), array.writes())) {
        boolean isScattered = false;
        for (AccessBox piece : access.boxes()) {
          Box part = piece.map(chunk, array.shape().domain());
          Box all = piece.map(space, array.shape().domain());
          elements += (double) part.extent(0) * part.extent(1) * part.extent(2);
          for (int axis = 1; axis < Box.AXES; axis++) {
            isScattered |= part.extent(axis) < all.extent(axis);
          }
        }
        scattered += isScattered ? 1 : 0;
      }
    }
    return new Cost(loop, scattered, elements);
  }

  private String reason(int loop) {
    if (hint.granularity(loop) >= space.extent(loop)) {
      return "@Split asks for parts of at least "
          + hint.granularity(loop)
          + " iterations, and there are "
          + space.extent(loop);
    }
    for (ArrayMapper array : arrays) {
      List<AccessBox> pieces = array.writes().boxes();
      boolean apart = granules(loop).stream().anyMatch(granule -> isApart(pieces, loop, granule));
      if (!apart) {
        for (AccessBox piece : pieces) {
          if (!piece.isKnown()) {
            return at(piece) + ", which is no formula of the loop variables";
          }
        }
        return at(pieces.get(0)) + ", of which several iterations may write the same element";
      }
    }
    return "the iterations that write together are all of them";
  }

  /** The growth of a bound when a chunk moves; empty if it is not always the same. */
  static OptionalLong shift(Formula bound, int loop, long by) {
    long shift = bound.factor(loop) * by;
    for (Formula.Term term : bound.terms()) {
      OptionalLong part = shift(term.node(), loop, by);
      if (part.isEmpty()) {
        return part;
      }
      shift += term.factor() * part.getAsLong();
    }
    return OptionalLong.of(shift);
  }

  private static OptionalLong shift(Formula.Node node, int loop, long by) {
    OptionalLong none = OptionalLong.of(0);
    if (node instanceof Formula.Opposite opposite) {
      return shift(opposite.of(), loop, by);
    }
    if (!(node instanceof Formula.Operation operation)) {
      return none;
    }
    OptionalLong left = shift(operation.left(), loop, by);
    OptionalLong right = shift(operation.right(), loop, by);
    long divisor = Math.max(1, operation.right().constant());
    boolean isWhole = left.isPresent() && left.getAsLong() % divisor == 0;
    boolean isKnown =
        switch (operation.operator()) {
          case FLOOR_DIVIDE, FLOOR_REMAINDER -> isWhole;
          case MIN, MAX -> left.equals(right);
          default -> left.equals(none) && right.equals(none);
        };
    if (!isKnown) {
      return OptionalLong.empty();
    }
    return switch (operation.operator()) {
      case FLOOR_DIVIDE -> OptionalLong.of(left.getAsLong() / divisor);
      case MIN, MAX -> left;
      default -> none;
    };
  }

  /** The numbers of iterations after which a part of a bound starts anew. */
  private static void addPeriods(Formula bound, int loop, Set<Long> found) {
    for (Formula.Term term : bound.terms()) {
      if (term.node() instanceof Formula.Opposite opposite) {
        addPeriods(opposite.of(), loop, found);
      } else if (term.node() instanceof Formula.Operation operation
          && operation.operator() != Operator.MULTIPLY) {
        addPeriods(operation.left(), loop, found);
        addPeriods(operation.right(), loop, found);
        OptionalLong one = shift(operation.left(), loop, 1);
        if (operation.operator().divides() && one.isPresent() && one.getAsLong() != 0) {
          long divisor = operation.right().constant();
          found.add(divisor / gcd(Math.abs(one.getAsLong()), divisor));
        }
      }
    }
  }

  static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  private static String at(AccessBox piece) {
    return (piece.line() < 0 ? "it" : "line " + piece.line()) + " writes " + piece.text();
  }
}
