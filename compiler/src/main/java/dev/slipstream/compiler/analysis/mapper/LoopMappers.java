package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.discovery.LoopHints;
import dev.slipstream.compiler.discovery.SplitHint;
import dev.slipstream.model.mapper.AccessBox;
import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.mapper.Division;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.List;

/**
 * The elements that each chunk of one execution of a loop reads and writes, and the ways in which
 * the loop may be divided. Chunks are boxes of iterations, counted from 0 along each loop, the
 * outermost first. Immutable and thread-safe.
 */
public final class LoopMappers {
  private final Box space;
  private final int loops;
  private final List<ArrayMapper> arrays;
  private final SplitDecision split;
  private final boolean isReduction;
  private final LoopHints hints;

  /**
   * @param loops the number of loops
   */
  LoopMappers(
      Box space, int loops, List<ArrayMapper> mapped, boolean isReduction, LoopHints hints) {
    this.space = space;
    this.loops = loops;
    this.hints = hints;
    this.split = new SplitPlanner(space, loops, mapped, hints.split()).decide();
    this.isReduction = isReduction;
    List<ArrayMapper> finished = new ArrayList<>();
    for (ArrayMapper array : mapped) {
      finished.add(finished(array));
    }
    this.arrays = List.copyOf(finished);
  }

  /**
   * The mapper with its final promises: writes are certain only if chunks are cut at aligned
   * positions.
   */
  private ArrayMapper finished(ArrayMapper array) {
    boolean all = !array.writes().isNone();
    for (AccessBox box : array.writes().boxes()) {
      all &= box.isExact() && isAligned(box);
    }
    ArrayMapper.Access certain = array.certain();
    return new ArrayMapper(
        array.parameters(),
        array.name(),
        array.shape(),
        array.reads(),
        array.isDeclared(),
        array.writes(),
        new ArrayMapper.Access(
            certain.name(),
            certain.boxes().stream().filter(this::isAligned).toList(),
            certain.traces(),
            certain.domain()),
        all);
  }

  private boolean isAligned(AccessBox box) {
    for (int loop : split.loops()) {
      if (split.granularity().get(loop) % box.alignment().get(loop) != 0) {
        return false;
      }
    }
    return true;
  }

  /** All iterations. */
  public Box space() {
    return space;
  }

  /** The mappers of all arrays that are read or written, in the order of the program. */
  public List<ArrayMapper> arrays() {
    return arrays;
  }

  /** The loops along which the execution may be divided, and the granularity of the cuts. */
  public SplitDecision split() {
    return split;
  }

  /** Whether to use tiles: the user chose them, or made no choice and they are the default. */
  private boolean isInTiles(boolean usual) {
    SplitHint.Way way = hints.split().way();
    return split.loops().size() > 1
        && (way == SplitHint.Way.TILES || (way == SplitHint.Way.ANY && usual));
  }

  /** The divisions along one loop each, the best one first. */
  public List<Division> divisions() {
    return split.loops().stream().map(loop -> division(List.of(loop), Splitting.ROWS)).toList();
  }

  /**
   * The division of the iterations among nodes: along the best loop, or as a whole.
   *
   * @param tiles whether to divide along two loops, if that is possible and the user does not
   *     choose otherwise
   */
  public Division division(boolean tiles) {
    if (isInTiles(tiles)) {
      // Tiles have no best axis: they keep the order of the loops.
      return division(split.loops().stream().limit(2).sorted().toList(), Splitting.TILES);
    }
    return division(split.loops(), split.isPossible() ? Splitting.ROWS : Splitting.WHOLE);
  }

  private Division division(List<Integer> first, Splitting splitting) {
    List<Integer> order = new ArrayList<>(first);
    for (int loop = 0; loop < loops; loop++) {
      if (!first.contains(loop)) {
        order.add(loop);
      }
    }
    long[] extents = order.stream().mapToLong(space::extent).toArray();
    return new Division(
        new Geometry(
            Box.sized(extents),
            splitting == Splitting.WHOLE ? 1 : split.granularity().get(order.get(0)),
            splitting == Splitting.TILES ? split.granularity().get(order.get(1)) : 1,
            splitting),
        order,
        arrays);
  }

  /**
   * Whether the chunks' results of a reduction must be combined, in addition to the written
   * elements.
   */
  public boolean isReduction() {
    return isReduction;
  }

  /** One line for each array and direction, and one for the division. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    arrays.forEach(array -> lines.addAll(array.lines()));
    if (split.isPossible()) {
      List<String> cut = new ArrayList<>();
      for (int loop : split.loops()) {
        long granule = split.granularity().get(loop);
        cut.add(loop + (granule == 1 ? "" : " by " + granule));
      }
      String wanted = hints.split().isNone() ? "" : " (" + hints.split().source() + ")";
      lines.add("split along loop " + String.join(", ", cut) + wanted);
      if (hints.split().way() == SplitHint.Way.TILES && !isInTiles(/* usual= */ true)) {
        lines.add(
            "not split in tiles, as "
                + hints.split().source()
                + " asks: along no other loop is it certain that no element is written twice");
      }
    } else {
      lines.add("not split: " + split.reason());
    }
    return lines;
  }
}
