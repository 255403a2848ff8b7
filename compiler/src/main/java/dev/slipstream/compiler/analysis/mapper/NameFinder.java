package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.analysis.bounds.Iterations;
import dev.slipstream.model.mapper.AccessBox;
import dev.slipstream.model.mapper.AxisRange;
import dev.slipstream.model.mapper.Formula;
import dev.slipstream.model.mapper.Operator;
import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds the name that users know for the elements which chunks access: one of Celerity's range
 * mappers.
 */
final class NameFinder {
  /** The largest distance of a neighbour if the element in between is not accessed. */
  private static final int NEAR = 2;

  private final List<Iterations> loops;
  private final Box space;

  /**
   * The loop variable that one axis of a box follows, with the number of elements before and behind
   * it.
   *
   * @param loop the loop; negative if it follows none
   */
  private record Axis(int loop, long before, long behind) {
    static final Axis WHOLE = new Axis(-1, 0, 0);
    static final Axis CONSTANT = new Axis(-2, 0, 0);
    static final Axis OTHER = new Axis(-3, 0, 0);

    boolean follows() {
      return loop >= 0;
    }
  }

  NameFinder(List<Iterations> loops, Box space) {
    this.loops = loops;
    this.space = space;
  }

  String of(List<AccessBox> pieces, Box domain) {
    if (pieces.isEmpty()) {
      return "none";
    }
    for (AccessBox piece : pieces) {
      if (!piece.isKnown()) {
        return "all (" + piece.text() + " is no formula of the loop variables)";
      }
    }
    for (AccessBox piece : pieces) {
      if (isAll(piece, domain)) {
        return "all";
      }
    }
    Optional<String> name = following(pieces, domain);
    name = name.isPresent() ? name : fixed(pieces, domain);
    name = name.isPresent() ? name : evenSplit(pieces, domain);
    return name.isPresent()
        ? name.get()
        : "affine " + new AccessBoxText(loops, space).of(pieces, domain);
  }

  private boolean isAll(AccessBox piece, Box domain) {
    return piece.isConstant()
        && piece.clip().equals(space)
        && piece.map(space, domain).equals(domain);
  }

  private Optional<String> following(List<AccessBox> pieces, Box domain) {
    List<AccessBox> sure = withoutContained(pieces, domain);
    int axes = pieces.get(0).axes().size();
    List<Axis> common = new ArrayList<>();
    boolean wraps = false;
    for (int axis = 0; axis < axes; axis++) {
      Axis all = Axis.OTHER;
      for (int p = 0; p < sure.size(); p++) {
        AccessBox piece = sure.get(p);
        Axis one = axis(piece.axes().get(axis), axis, domain, piece.clip());
        Axis near = near(one, domain.extent(axis));
        wraps |= !near.equals(one);
        one = near;
        all = p == 0 ? one : joined(all, one);
      }
      boolean isNear = all.follows() && !isApart(sure, axis, domain);
      if (!isNear && !all.equals(Axis.WHOLE)) {
        return Optional.empty();
      }
      common.add(all);
    }
    return named(common, wraps);
  }

  /**
   * The boxes without those that apply to few iterations and that the box of all other iterations
   * contains, enlarged by one element.
   */
  private List<AccessBox> withoutContained(List<AccessBox> pieces, Box domain) {
    List<AccessBox> kept = new ArrayList<>(pieces);
    for (AccessBox piece : pieces) {
      boolean isConstant = false;
      for (AxisRange axis : piece.axes()) {
        isConstant |= axis.isConstant();
      }
      Box own = piece.map(piece.clip(), domain);
      boolean inside = false;
      if (isConstant && kept.size() > 1 && !piece.clip().equals(space)) {
        for (AccessBox other : kept) {
          inside |= !other.equals(piece) && holds(other, piece.clip(), own, domain);
        }
      }
      if (inside) {
        kept.remove(piece);
      }
    }
    return kept;
  }

  private static boolean holds(AccessBox other, Box clip, Box own, Box domain) {
    List<AxisRange> wide = new ArrayList<>();
    for (AxisRange range : other.axes()) {
      wide.add(
          new AxisRange(
              range.lower().stream().map(bound -> bound.plus(-1)).toList(),
              range.upper().stream().map(bound -> bound.plus(1)).toList(),
              range.isKnown()));
    }
    AccessBox everywhere =
        new AccessBox(
            clip,
            wide,
            other.isExact(),
            other.widths(),
            other.alignment(),
            other.line(),
            other.text());
    return !clip.isEmpty() && everywhere.map(clip, domain).contains(own);
  }

  private static Axis near(Axis axis, long extent) {
    if (axis.follows() && axis.before() == axis.behind() && Math.abs(axis.before()) > extent / 2) {
      long other = axis.before() - Long.signum(axis.before()) * extent;
      return new Axis(axis.loop(), other, other);
    }
    return axis;
  }

  /** Whether more than a few elements that no iteration accesses lie between neighbours. */
  private boolean isApart(List<AccessBox> pieces, int axis, Box domain) {
    List<Axis> reached = new ArrayList<>();
    for (AccessBox piece : pieces) {
      Axis its = axis(piece.axes().get(axis), axis, domain, piece.clip());
      if (its.follows()) {
        reached.add(near(its, domain.extent(axis)));
      }
    }
    reached.sort(Comparator.comparingLong(Axis::before));
    long behind = reached.isEmpty() ? 0 : reached.get(0).behind();
    for (Axis follows : reached) {
      if (follows.before() > behind + 2 * NEAR) {
        return true;
      }
      behind = Math.max(behind, follows.behind());
    }
    return false;
  }

  private static Axis joined(Axis one, Axis other) {
    if (one.follows() && one.loop() == other.loop()) {
      return new Axis(
          one.loop(),
          Math.min(one.before(), other.before()),
          Math.max(one.behind(), other.behind()));
    }
    return one.equals(Axis.WHOLE) && other.equals(Axis.WHOLE) ? one : Axis.OTHER;
  }

  private static String joined(List<?> items) {
    return items.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private Optional<String> named(List<Axis> axes, boolean wraps) {
    List<String> followed = new ArrayList<>();
    List<Integer> wholes = new ArrayList<>();
    List<Long> extents = new ArrayList<>();
    boolean inOrder = true;
    boolean isAround = true;
    for (int axis = 0; axis < axes.size(); axis++) {
      Axis follows = axes.get(axis);
      if (follows.follows()) {
        followed.add(Integer.toString(follows.loop()));
        extents.add(Math.max(Math.abs(follows.before()), Math.abs(follows.behind())));
        isAround &= follows.before() <= 0 && follows.behind() >= 0;
        inOrder &= follows.loop() == axis;
      } else {
        followed.add("*");
        wholes.add(axis);
      }
    }
    long farthest = 0;
    for (long extent : extents) {
      farthest = Math.max(farthest, extent);
    }
    boolean isOwn = farthest == 0;
    boolean isNear = isAround || farthest <= NEAR;
    if (wholes.size() == axes.size() || (!isOwn && (!wholes.isEmpty() || !inOrder || !isNear))) {
      return Optional.empty();
    }
    boolean sameAxes = axes.size() == loops.size();
    if (isOwn && inOrder && !wholes.isEmpty()) {
      return Optional.of("slice(" + joined(wholes) + ")");
    }
    if (isOwn && inOrder && sameAxes) {
      return Optional.of("one-to-one");
    }
    return isOwn
        ? Optional.of("transposed(" + joined(followed) + ")")
        : Optional.of("neighborhood(" + joined(extents) + ")" + (wraps ? " around the ends" : ""));
  }

  private Axis axis(AxisRange range, int axis, Box domain, Box clip) {
    if (range.isConstant()) {
      boolean whole =
          range.first(space.ends()) <= domain.min(axis)
              && range.last(space.ends()) >= domain.max(axis) - 1;
      return whole ? Axis.WHOLE : follower(range, clip);
    }
    Formula lower = range.lower().get(0);
    Formula upper = range.upper().get(0);
    if (!range.isSingle() || !lower.isLinear() || !lower.isParallelTo(upper)) {
      return Axis.OTHER;
    }
    int loop = -1;
    for (int d = 0; d < loops.size(); d++) {
      if (lower.factor(d) != 0) {
        if (loop >= 0 || lower.factor(d) != loops.get(d).step()) {
          return Axis.OTHER;
        }
        loop = d;
      }
    }
    long first = loops.get(loop).first();
    return new Axis(loop, lower.constant() - first, upper.constant() - first);
  }

  /**
   * The axis of an element that only one iteration of a loop accesses, relative to that iteration.
   */
  private Axis follower(AxisRange range, Box clip) {
    for (int d = 0; d < loops.size(); d++) {
      if (clip.extent(d) == 1 && space.extent(d) > 1) {
        long variable = loops.get(d).first() + clip.min(d) * loops.get(d).step();
        return new Axis(d, range.first(clip.ends()) - variable, range.last(clip.ends()) - variable);
      }
    }
    return Axis.CONSTANT;
  }

  private Optional<String> fixed(List<AccessBox> pieces, Box domain) {
    for (AccessBox piece : pieces) {
      if (!piece.isConstant()) {
        return Optional.empty();
      }
    }
    Box box = pieces.get(0).map(space, domain);
    return pieces.size() == 1 && !box.isEmpty()
        ? Optional.of("fixed " + box.text(pieces.get(0).axes().size()))
        : Optional.empty();
  }

  /**
   * Whether each iteration starts where the one before has ended, beginning with the first element.
   */
  private Optional<String> evenSplit(List<AccessBox> pieces, Box domain) {
    AccessBox piece = pieces.get(0);
    if (pieces.size() > 1 || loops.size() > 1 || piece.axes().size() > 1 || space.extent(0) < 2) {
      return Optional.empty();
    }
    for (AxisRange axis : piece.axes()) {
      for (Formula bound : axis.lower()) {
        if (!isRising(bound)) {
          return Optional.empty();
        }
      }
    }
    long count = space.extent(0);
    for (long at : List.of(0L, count / 2, count - 1)) {
      Box box = piece.map(Box.of(at, at + 1), domain);
      boolean starts = at > 0 || box.min(0) == 0;
      boolean ends = at < count - 1 || box.max(0) == domain.max(0);
      boolean follows = at == 0 || piece.map(Box.of(at - 1, at), domain).max(0) == box.min(0);
      if (!starts || !ends || !follows || box.isEmpty()) {
        return Optional.empty();
      }
    }
    return Optional.of("even split");
  }

  /** Whether a bound contains no part that starts anew within the iterations. */
  private static boolean isRising(Formula bound) {
    for (Formula.Term term : bound.terms()) {
      if (term.node() instanceof Formula.Anything
          || (term.node() instanceof Formula.Operation operation
              && operation.operator() == Operator.FLOOR_REMAINDER)) {
        return false;
      }
    }
    return true;
  }
}
