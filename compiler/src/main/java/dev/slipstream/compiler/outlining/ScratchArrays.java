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
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;

/** Finds arrays that all iterations write at the same places, and what they read of them. */
final class ScratchArrays {
  private final ControlFlow flow;
  private final NestStructure nest;
  private final Map<AbstractInsnNode, AccessSite> accesses;

  /** An access, and where it stands. */
  private record Placed(AccessSite site, Block block, int position) {}

  /**
   * @param accesses the accesses of the iteration, by their instructions
   */
  ScratchArrays(NestStructure nest, Map<AbstractInsnNode, AccessSite> accesses) {
    this.flow = nest.flow();
    this.nest = nest;
    this.accesses = accesses;
  }

  /** The arrays that at least one instruction writes in every iteration at the same indices. */
  List<Scratch> find() {
    BitSet covered = new BitSet();
    for (AccessSite site : accesses.values()) {
      if (!site.isPrivate() && isCover(site)) {
        covered.set(site.parameter());
      }
    }
    for (AccessSite site : accesses.values()) {
      // What all iterations change together is no iteration's own.
      if (!site.isPrivate() && site.kind() == AccessSite.Kind.ACCUMULATE) {
        covered.clear(site.parameter());
      }
    }
    List<Scratch> found = new ArrayList<>();
    for (int p = covered.nextSetBit(0); p >= 0; p = covered.nextSetBit(p + 1)) {
      found.add(scratch(p));
    }
    return found;
  }

  private Scratch scratch(int parameter) {
    List<Placed> all = new ArrayList<>();
    accesses.forEach(
        (node, site) -> {
          if (site.parameter() == parameter) {
            int position = flow.instructions().indexOf(node);
            all.add(new Placed(site, flow.blockAt(position), position));
          }
        });
    List<Placed> covers = all.stream().filter(access -> isCover(access.site())).toList();
    return new Scratch(
        parameter,
        covers.stream().map(Placed::site).toList(),
        all.stream()
            .filter(access -> access.site().kind() == AccessSite.Kind.READ)
            .map(read -> read(read, covers, all))
            .toList());
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

  private Scratch.Read read(Placed read, List<Placed> covers, List<Placed> all) {
    return new Scratch.Read(
        read.site(),
        all.stream().anyMatch(write -> write.site().writes() && isRepeated(write, read)),
        covers.stream()
            .filter(cover -> isCompleteBefore(cover, read))
            .map(cover -> new Scratch.Cover(cover.site(), own(cover, read)))
            .toList(),
        covers.stream().filter(cover -> standsIn(cover, read)).map(Placed::site).toList());
  }

  /** Whether a write has certainly just written the element that is read. */
  private boolean isRepeated(Placed write, Placed read) {
    return write.site().index().equals(read.site().index())
        && comesBefore(write, read)
        && nest.loopsAround(write.block()).stream().allMatch(loop -> loop.contains(read.block()));
  }

  /**
   * Whether a write is complete when a read runs: all turns of the loops around it that do not
   * stand around the read as well have been, since the loops around both began their turns.
   */
  private boolean isCompleteBefore(Placed cover, Placed read) {
    Optional<NaturalLoop> outermost =
        nest.loopsAround(cover.block()).stream()
            .filter(loop -> !loop.contains(read.block()))
            .findFirst();
    return outermost.isPresent()
        ? flow.dominates(outermost.get().header(), read.block())
        : comesBefore(cover, read);
  }

  /** The loops around a write that do not stand around a read. */
  private List<CountedLoop> own(Placed cover, Placed read) {
    List<CountedLoop> within = cover.site().within();
    long shared =
        nest.loopsAround(cover.block()).stream()
            .filter(loop -> loop.contains(read.block()))
            .count();
    return within.subList((int) shared, within.size());
  }

  /** Whether a read stands in the innermost loop around a write, some elements further on. */
  private boolean standsIn(Placed cover, Placed read) {
    List<NaturalLoop> around = nest.loopsAround(cover.block());
    OptionalLong distance =
        Polynomial.of(read.site().index()).exceeds(Polynomial.of(cover.site().index()));
    return distance.isPresent()
        && distance.getAsLong() != 0
        && !around.isEmpty()
        && around.get(around.size() - 1).contains(read.block());
  }

  private boolean comesBefore(Placed first, Placed second) {
    return first.block() == second.block()
        ? first.position() < second.position()
        : flow.dominates(first.block(), second.block());
  }
}
