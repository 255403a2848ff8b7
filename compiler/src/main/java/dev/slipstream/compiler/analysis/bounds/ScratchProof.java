package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.kernel.ArrayAccess;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Proves with the numbers of one execution that each iteration writes a scratch array before it
 * reads it, and that all of them touch nothing but the elements that each of them certainly writes:
 * then no iteration sees another one, and the last one leaves behind what the program finds.
 */
record ScratchProof(Ranges ranges) {

  /**
   * Proves one array.
   *
   * @param access what the loop touches of it
   * @throws StaysOnHost if an iteration may read what another one has written
   */
  void prove(Scratch scratch, ArrayAccess access) throws StaysOnHost {
    List<Interval> written =
        covered(
            scratch.covers().stream().map(site -> new Scratch.Cover(site, site.within())).toList());
    for (Scratch.Read read : scratch.reads()) {
      if (!isOwn(read)) {
        throw carried(read.site(), "which the iteration before may have written");
      }
    }
    boolean all =
        covers(written, access.readFrom(), access.readTo())
            && covers(written, access.writtenFrom(), access.writtenTo());
    if (!all) {
      throw carried(scratch.covers().get(0), "but not always all elements of it that are touched");
    }
  }

  /** The reason for which a loop stays on the host whose array cannot be private. */
  static StaysOnHost carried(Scratch scratch) {
    AccessSite site =
        scratch.reads().stream()
            .filter(Scratch.Read::isCarried)
            .map(Scratch.Read::site)
            .findFirst()
            .orElse(scratch.covers().get(0));
    int line = scratch.covers().get(0).line();
    return carried(
        site, "which another iteration writes" + (line < 0 ? "" : " (line " + line + ")"));
  }

  private static StaysOnHost carried(AccessSite site, String why) {
    String line = site.line() < 0 ? "it " : "line " + site.line() + " ";
    String does = site.writes() ? "writes " : "reads ";
    return new StaysOnHost(line + does + site.text() + ", " + why);
  }

  private boolean isOwn(Scratch.Read read) throws StaysOnHost {
    Ranges here = ranges.where(read.site().conditions());
    if (read.repeats() || here.isUnreachable()) {
      return true;
    }
    List<Interval> before = covered(read.after());
    Interval touched = here.of(read.site().index());
    if (touched.isEmpty() || covers(before, touched.low(), touched.high() + 1)) {
      return true;
    }
    for (AccessSite write : read.among()) {
      if (readsEarlierTurns(read.site(), write, before)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a read in the loop of a write finds what earlier turns wrote, or what is before. */
  private boolean readsEarlierTurns(AccessSite read, AccessSite write, List<Interval> before)
      throws StaysOnHost {
    CountedLoop loop = write.within().get(write.within().size() - 1);
    Polynomial written = ranges.numeric(Polynomial.of(write.index()));
    Polynomial wanted = ranges.numeric(Polynomial.of(read.index()));
    long base = written.constant();
    long offset = wanted.constant() - base;
    Interval step = ranges.of(loop.step());
    long factor = written.coefficient(loop.variable());
    boolean isAlone = factor != 0 && written.varying().terms().size() == 1;
    if (!isAlone || !step.isOne() || !written.varying().equals(wanted.varying())) {
      return false;
    }
    long stride = factor * step.low();
    if (Math.abs(stride) != 1 || offset == 0 || (offset > 0) == (stride > 0)) {
      return false;
    }
    Interval initial = ranges.of(loop.initial());
    if (!initial.isOne()) {
      return false;
    }
    // Turns before the first one have not been: their elements must be there already.
    long first = base + factor * initial.low();
    return stride > 0
        ? covers(before, first + offset, first)
        : covers(before, first + 1, first + offset + 1);
  }

  /** What some writes have certainly written when they are complete. */
  private List<Interval> covered(List<Scratch.Cover> covers) throws StaysOnHost {
    DenseWrites together = new DenseWrites();
    List<Interval> pieces = new ArrayList<>();
    for (Scratch.Cover cover : covers) {
      AccessSite site = cover.site();
      Interval range = ranges.where(site.conditions()).of(site.index());
      Map<Value, Stride> strides = new HashMap<>();
      Polynomial index = ranges.numeric(Polynomial.of(site.index()));
      if (!range.isAll() && addStrides(cover.own(), index, strides)) {
        together.add(index, strides, range);
        DenseWrites alone = new DenseWrites();
        alone.add(index, strides, range);
        pieces.addAll(alone.withoutGaps());
      }
    }
    pieces.addAll(together.withoutGaps());
    pieces.sort(Comparator.comparingLong(Interval::low));
    List<Interval> merged = new ArrayList<>();
    for (Interval piece : pieces) {
      Optional<Interval> last =
          merged.isEmpty() ? Optional.empty() : Optional.of(merged.get(merged.size() - 1));
      if (last.isPresent() && piece.low() <= last.get().high() + 1) {
        merged.set(merged.size() - 1, last.get().hull(piece));
      } else {
        merged.add(piece);
      }
    }
    return merged;
  }

  /**
   * Adds the strides of loops around a write.
   *
   * @return false if one of them may not run, or not always over the same elements
   */
  private boolean addStrides(List<CountedLoop> loops, Polynomial index, Map<Value, Stride> strides)
      throws StaysOnHost {
    List<CountedLoop> varying = new ArrayList<>();
    for (CountedLoop loop : loops) {
      if (index.coefficient(loop.variable()) != 0) {
        varying.add(loop);
      } else if (!certainlyRuns(loop)) {
        return false;
      }
    }
    return AccessProof.addStrides(varying, ranges, strides);
  }

  /** Whether a loop has at least one turn in every iteration. */
  private boolean certainlyRuns(CountedLoop loop) throws StaysOnHost {
    return ranges.of(loop.initial()).always(loop.stay(), ranges.of(loop.limit()));
  }

  private static boolean covers(List<Interval> pieces, long from, long to) {
    return from >= to
        || pieces.stream().anyMatch(piece -> piece.low() <= from && piece.high() >= to - 1);
  }
}
