package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.AccessSite;
import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.Polynomial;
import dev.slipstream.compiler.analysis.bounds.Scratch;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.compiler.dataflow.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/** Finds arrays that all iterations write at the same places, and what they read of them. */
final class ScratchArrays {
  private final ControlFlow flow;
  private final NestStructure nest;
  private final BodyScan scan;

  ScratchArrays(NestStructure nest, BodyScan scan) {
    this.flow = nest.flow();
    this.nest = nest;
    this.scan = scan;
  }

  /** The arrays that at least one instruction writes in every iteration at the same indices. */
  List<Scratch> find() {
    Map<Integer, List<AccessSite>> byParameter = new TreeMap<>();
    for (AccessSite site : scan.accesses()) {
      if (!site.isPrivate()) {
        byParameter.computeIfAbsent(site.parameter(), p -> new ArrayList<>()).add(site);
      }
    }
    List<Scratch> found = new ArrayList<>();
    for (Map.Entry<Integer, List<AccessSite>> array : byParameter.entrySet()) {
      List<AccessSite> sites = array.getValue();
      List<AccessSite> covers = new ArrayList<>();
      boolean shared = false;
      for (AccessSite site : sites) {
        shared |= site.kind() == AccessSite.Kind.ACCUMULATE;
        if (isCover(site)) {
          covers.add(site);
        }
      }
      // What all iterations change together is no iteration's own.
      if (!covers.isEmpty() && !shared) {
        List<Scratch.Read> reads = new ArrayList<>();
        for (AccessSite site : sites) {
          if (site.kind() == AccessSite.Kind.READ) {
            reads.add(read(site, covers, sites));
          }
        }
        found.add(new Scratch(array.getKey(), covers, reads));
      }
    }
    return found;
  }

  /** Whether a write runs in every iteration, always over the same elements. */
  private boolean isCover(AccessSite site) {
    if (site.kind() != AccessSite.Kind.WRITE
        || !site.always()
        || site.array().depth() != 1
        || site.checked()
        || site.array() instanceof Value.Row) {
      return false;
    }
    Set<Value> steady = new HashSet<>();
    for (CountedLoop loop : site.within()) {
      if (loop.initial().isInvariant() && loop.step().isInvariant() && loop.limit().isInvariant()) {
        steady.add(loop.variable());
      }
    }
    for (List<Value> product : Polynomial.of(site.index()).terms().keySet()) {
      for (Value atom : product) {
        if (!atom.isInvariant() && !steady.contains(atom)) {
          return false;
        }
      }
    }
    return true;
  }

  private Scratch.Read read(AccessSite read, List<AccessSite> covers, List<AccessSite> sites) {
    return new Scratch.Read(
        read,
        sites.stream().anyMatch(write -> write.writes() && isRepeated(write, read)),
        covers.stream()
            .filter(cover -> isCompleteBefore(cover, read))
            .map(cover -> new Scratch.Cover(cover, own(cover, read)))
            .toList(),
        covers.stream().filter(cover -> standsIn(cover, read)).toList());
  }

  /** Whether a write has certainly just written the element that is read. */
  private boolean isRepeated(AccessSite write, AccessSite read) {
    return write.index().equals(read.index())
        && comesBefore(write, read)
        && nest.loopsAround(block(write)).stream().allMatch(loop -> loop.contains(block(read)));
  }

  /**
   * Whether a write is complete when a read runs: all turns of the loops around it that do not
   * stand around the read as well have been, since the loops around both began their turns.
   */
  private boolean isCompleteBefore(AccessSite cover, AccessSite read) {
    Optional<NaturalLoop> outermost =
        nest.loopsAround(block(cover)).stream()
            .filter(loop -> !loop.contains(block(read)))
            .findFirst();
    return outermost.isPresent()
        ? flow.dominates(outermost.get().header(), block(read))
        : comesBefore(cover, read);
  }

  /** The loops around a write that do not stand around a read. */
  private List<CountedLoop> own(AccessSite cover, AccessSite read) {
    long shared =
        nest.loopsAround(block(cover)).stream().filter(loop -> loop.contains(block(read))).count();
    return cover.within().subList((int) shared, cover.within().size());
  }

  /** Whether a read stands in the innermost loop around a write, some elements further on. */
  private boolean standsIn(AccessSite cover, AccessSite read) {
    List<NaturalLoop> around = nest.loopsAround(block(cover));
    OptionalLong distance = Polynomial.of(read.index()).exceeds(Polynomial.of(cover.index()));
    return distance.isPresent()
        && distance.getAsLong() != 0
        && !around.isEmpty()
        && around.get(around.size() - 1).contains(block(read));
  }

  private boolean comesBefore(AccessSite first, AccessSite second) {
    return block(first) == block(second)
        ? scan.position(first) < scan.position(second)
        : flow.dominates(block(first), block(second));
  }

  private Block block(AccessSite site) {
    return flow.blockAt(scan.position(site));
  }
}
