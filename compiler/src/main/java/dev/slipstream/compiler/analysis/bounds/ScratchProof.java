package dev.slipstream.compiler.analysis.bounds;

import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.kernel.ArrayAccess;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Proves with the numbers of one execution that each iteration writes a scratch array before it
 * reads it. It also proves that all iterations touch only elements that each of them certainly
 * writes. Then no iteration affects another one, and the last one leaves behind the content that
 * the program finds.
 */
record ScratchProof(Ranges ranges) {

  /**
   * Proves one array.
   *
   * @param access the elements that the loop touches
   * @throws StaysOnHost if an iteration may read an element that another one has written
   */
  void prove(Scratch scratch, ArrayAccess access) throws StaysOnHost {
    ElementGrid grid = grid(scratch.sites());
    CoverPieces covers = new CoverPieces(ranges, grid);
    for (Scratch.Read read : scratch.reads()) {
      if (!isOwn(read, covers)) {
        throw carried(read.site(), "which the iteration before may have written");
      }
    }
    for (List<Scratch.Cover> way : scratch.atEnd()) {
      List<Interval> written = covered(way, covers);
      for (AccessSite site : scratch.sites()) {
        if (!isTouchedWithin(written, site, access, grid)) {
          throw carried(
              scratch.cover(),
              "but not every iteration writes all elements that the loop accesses");
        }
      }
    }
  }

  /** Whether an access touches only some given elements. */
  private boolean isTouchedWithin(
      List<Interval> written, AccessSite site, ArrayAccess access, ElementGrid grid)
      throws StaysOnHost {
    boolean touches = site.kind() == AccessSite.Kind.READ || site.writes();
    if (!touches || ranges.where(site.conditions()).isUnreachable()) {
      return true;
    }
    Optional<ElementPieces.Touched> touched =
        new ElementPieces(ranges, grid).of(site, site.within());
    if (touched.isPresent() && touched.get().base().terms().isEmpty()) {
      return areCovered(touched.get().pieces(), written, grid);
    }
    return grid.isCovered(written, access.readFrom(), access.readTo())
        && grid.isCovered(written, access.writtenFrom(), access.writtenTo());
  }

  private static boolean areCovered(
      List<Interval> pieces, List<Interval> written, ElementGrid grid) {
    for (Interval piece : pieces) {
      if (!grid.isCovered(written, piece.low(), piece.high() + 1)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The common divisor of all indices after a common offset is removed: 2 if only every other
   * element is touched.
   */
  private ElementGrid grid(List<AccessSite> sites) throws StaysOnHost {
    long grid = 0;
    OptionalLong start = OptionalLong.empty();
    for (AccessSite site : sites) {
      if (site.kind() != AccessSite.Kind.READ && !site.writes()) {
        continue;
      }
      Polynomial index = ranges.numeric(Polynomial.of(site.index()));
      for (CountedLoop loop : site.within()) {
        Interval initial = ranges.of(loop.initial());
        Interval step = ranges.of(loop.step());
        long factor = index.coefficient(loop.variable());
        if (factor != 0 && initial.isOne() && step.isOne()) {
          grid = divisor(grid, factor * step.low());
          index = index.replace(loop.variable(), Polynomial.constant(initial.low()));
        }
      }
      for (long factor : index.varying().terms().values()) {
        grid = divisor(grid, factor);
      }
      if (start.isPresent()) {
        grid = divisor(grid, index.constant() - start.getAsLong());
      } else {
        start = OptionalLong.of(index.constant());
      }
    }
    return new ElementGrid(start.orElse(0), Math.max(1, grid));
  }

  private static long divisor(long first, long second) {
    return second == 0 ? Math.abs(first) : divisor(second, first % second);
  }

  /**
   * The reason for which a loop stays on the host if iterations cannot have arrays of their own.
   */
  static StaysOnHost carried(Scratch scratch) {
    AccessSite site =
        scratch.reads().stream()
            .filter(Scratch.Read::isCarried)
            .map(Scratch.Read::site)
            .findFirst()
            .orElse(scratch.cover());
    int line = scratch.cover().line();
    return carried(
        site, "which another iteration writes" + (line < 0 ? "" : " (line " + line + ")"));
  }

  private static StaysOnHost carried(AccessSite site, String why) {
    String line = site.line() < 0 ? "it " : "line " + site.line() + " ";
    String does = site.writes() ? "writes " : "reads ";
    return new StaysOnHost(line + does + site.text() + ", " + why);
  }

  private boolean isOwn(Scratch.Read read, CoverPieces covers) throws StaysOnHost {
    Ranges here = ranges.where(read.site().conditions());
    if (here.isUnreachable()) {
      return true;
    }
    for (List<Scratch.Cover> way : read.before()) {
      if (!isOwn(read, way, covers)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a read on one path to it finds only elements that its own iteration has written. */
  private boolean isOwn(Scratch.Read read, List<Scratch.Cover> way, CoverPieces covers)
      throws StaysOnHost {
    AccessSite site = read.site();
    if (findsSameTurn(site, way, covers)) {
      return true;
    }
    ElementGrid grid = covers.elements().grid();
    List<Interval> before = covered(way, covers);
    Interval touched = ranges.where(site.conditions()).of(site.index());
    if (touched.isEmpty() || grid.isCovered(before, touched.low(), touched.high() + 1)) {
      return true;
    }
    for (Scratch.EachTurn write : read.among()) {
      if (readsEarlierTurns(read.site(), write, before, grid)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a read finds elements that were written before it, partly in the same turn of the loops
   * around both. The variables of these loops occur in both indices in the same way.
   */
  private boolean findsSameTurn(AccessSite read, List<Scratch.Cover> way, CoverPieces covers)
      throws StaysOnHost {
    ElementPieces elements = covers.elements();
    ElementGrid grid = elements.grid();
    IdentityHashMap<Polynomial, List<Interval>> written = new IdentityHashMap<>();
    for (Scratch.Cover cover : way) {
      Optional<ElementPieces.Touched> touched = covers.of(cover);
      if (touched.isPresent() && covers.certainlyRuns(cover)) {
        written
            .computeIfAbsent(touched.get().base(), base -> new ArrayList<>())
            .addAll(touched.get().pieces());
      }
    }
    for (Map.Entry<Polynomial, List<Interval>> entry : written.entrySet()) {
      Polynomial base = entry.getKey();
      Optional<ElementPieces.Touched> touched = elements.of(read, ElementPieces.beyond(base, read));
      if (touched.isPresent()
          && touched.get().base().equals(base)
          && areCovered(touched.get().pieces(), merged(entry.getValue(), grid), grid)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a read in the loop of a write finds elements that earlier turns wrote, or that were
   * written before the loop.
   */
  private boolean readsEarlierTurns(
      AccessSite read, Scratch.EachTurn write, List<Interval> before, ElementGrid grid)
      throws StaysOnHost {
    CountedLoop loop = write.loop();
    Polynomial written = ranges.numeric(Polynomial.of(write.site().index()));
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
    if (Math.abs(stride) != grid.step()
        || offset % grid.step() != 0
        || offset == 0
        || (offset > 0) == (stride > 0)) {
      return false;
    }
    Interval initial = ranges.of(loop.initial());
    if (!initial.isOne()) {
      return false;
    }
    // Before the first turn no turn has written, so those elements must be there already.
    long first = base + factor * initial.low();
    return stride > 0
        ? grid.isCovered(before, first + offset, first)
        : grid.isCovered(before, first + 1, first + offset + 1);
  }

  /** The elements that some writes have certainly written when they are complete. */
  private List<Interval> covered(List<Scratch.Cover> way, CoverPieces covers) throws StaysOnHost {
    ElementGrid grid = covers.elements().grid();
    DenseWrites together = new DenseWrites(grid.step());
    List<Interval> pieces = new ArrayList<>();
    for (Scratch.Cover cover : way) {
      AccessSite site = cover.site();
      Interval range = grid.within(ranges.where(cover.conditions()).of(site.index()));
      Map<Value, Stride> strides = new HashMap<>();
      Polynomial index = ranges.numeric(Polynomial.of(site.index()));
      if (!range.isAll() && addStrides(cover.own(), index, strides)) {
        together.add(index, strides, range);
        DenseWrites alone = new DenseWrites(grid.step());
        alone.add(index, strides, range);
        pieces.addAll(alone.withoutGaps());
        Optional<ElementPieces.Touched> touched = covers.of(cover);
        if (touched.isPresent() && touched.get().base().terms().isEmpty()) {
          pieces.addAll(touched.get().pieces());
        }
      }
    }
    pieces.addAll(together.withoutGaps());
    return merged(pieces, grid);
  }

  /** The fewest ranges that contain the same elements, in order. */
  private static List<Interval> merged(List<Interval> pieces, ElementGrid grid) {
    pieces.sort(Comparator.comparingLong(Interval::low));
    List<Interval> merged = new ArrayList<>();
    for (Interval piece : pieces) {
      Optional<Interval> last =
          merged.isEmpty() ? Optional.empty() : Optional.of(merged.get(merged.size() - 1));
      if (last.isPresent() && piece.low() <= last.get().high() + grid.step()) {
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
   * @return false if a loop may not run, or may not always run over the same elements
   */
  private boolean addStrides(List<CountedLoop> loops, Polynomial index, Map<Value, Stride> strides)
      throws StaysOnHost {
    List<CountedLoop> varying = new ArrayList<>();
    for (CountedLoop loop : loops) {
      if (index.coefficient(loop.variable()) != 0) {
        varying.add(loop);
      } else if (!ranges.certainlyRuns(loop)) {
        return false;
      }
    }
    return AccessProof.addStrides(varying, ranges, strides);
  }
}
