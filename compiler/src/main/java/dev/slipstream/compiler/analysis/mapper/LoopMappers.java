package dev.slipstream.compiler.analysis.mapper;

import dev.slipstream.compiler.discovery.LoopHints;
import dev.slipstream.compiler.discovery.SplitHint;
import dev.slipstream.model.mapper.Division;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What one execution of a loop reads and writes, chunk by chunk, and how it may be divided. Chunks
 * are boxes of iterations, counted from 0 along each loop, the outermost first. Immutable and
 * thread-safe.
 */
public final class LoopMappers {
  private final IndexBox space;
  private final List<ArrayMapper> arrays;
  private final SplitDecision split;
  private final boolean isReduction;
  private final LoopHints hints;

  /** Found when they are first asked for. */
  private volatile @Nullable List<Division> divisions;

  LoopMappers(IndexBox space, List<ArrayMapper> mapped, boolean isReduction, LoopHints hints) {
    this.space = space;
    this.hints = hints;
    this.split = new SplitPlanner(space, mapped, hints.split()).decide();
    this.isReduction = isReduction;
    List<ArrayMapper> finished = new ArrayList<>();
    for (ArrayMapper array : mapped) {
      finished.add(finished(array));
    }
    this.arrays = List.copyOf(finished);
  }

  /** What is written is certainly written only if chunks are cut at the right places. */
  private ArrayMapper finished(ArrayMapper array) {
    boolean all = !array.writes().isNone();
    for (AccessBox piece : array.writes().pieces()) {
      all &= piece.isExact() && isAligned(piece);
    }
    return new ArrayMapper(
        array.parameters(),
        array.name(),
        array.shape(),
        array.reads(),
        array.writes(),
        array.certain().only(this::isAligned),
        all);
  }

  private boolean isAligned(AccessBox piece) {
    for (int loop : split.loops()) {
      if (split.granularity().get(loop) % piece.alignment().get(loop) != 0) {
        return false;
      }
    }
    return true;
  }

  /** All iterations. */
  public IndexBox space() {
    return space;
  }

  /** What is known of each array that is read or written, in the order of the program. */
  public List<ArrayMapper> arrays() {
    return arrays;
  }

  /**
   * The array of a parameter.
   *
   * @param name how the program calls it
   */
  public Optional<ArrayMapper> array(String name) {
    return arrays.stream().filter(array -> array.name().equals(name)).findFirst();
  }

  /** Along which loops it may be divided, wherever the cuts are. */
  public SplitDecision split() {
    return split;
  }

  /**
   * Whether chunks are to be tiles: if the user says so, or says nothing and it is the usual way.
   * Never if there are no two loops along which they can be cut.
   *
   * @param usual what to do where nothing is said
   */
  public boolean isInTiles(boolean usual) {
    return split.loops().size() > 1
        && switch (hints.split().way()) {
          case TILES -> true;
          case ANY -> usual;
          case ROWS, WHOLE -> false;
        };
  }

  /** The ways to divide the iterations among devices of one node, the best one first. */
  public List<Division> divisions() {
    List<Division> known = divisions;
    if (known == null) {
      List<Division> ways = new ArrayList<>();
      split.loops().forEach(loop -> ways.add(new LoopDivision(this, loop)));
      // Of two threads that come first both are right; one answer is kept.
      known = List.copyOf(ways);
      divisions = known;
    }
    return known;
  }

  /** Whether the chunks' results of a reduction have to be combined, besides what is written. */
  public boolean isReduction() {
    return isReduction;
  }

  /** One line for each array and direction, and one for how it may be divided. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    arrays.forEach(array -> lines.addAll(array.lines()));
    if (split.isPossible()) {
      List<String> loops = new ArrayList<>();
      for (int loop : split.loops()) {
        long granule = split.granularity().get(loop);
        loops.add(loop + (granule == 1 ? "" : " by " + granule));
      }
      String wanted = hints.split().isNone() ? "" : " (" + hints.split().source() + ")";
      lines.add("split along loop " + String.join(", ", loops) + wanted);
      if (hints.split().way() == SplitHint.Way.TILES && !isInTiles(/* usual= */ true)) {
        lines.add(
            "not split in tiles, as "
                + hints.split().source()
                + " wants: along no other loop is it certain that no element is written twice");
      }
    } else {
      lines.add("not split: " + split.reason());
    }
    return lines;
  }
}
