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
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.objectweb.asm.tree.AbstractInsnNode;

/** Finds the arrays that all iterations write at the same places, and the reads from them. */
final class ScratchArrays {
  private final ControlFlow flow;
  private final NestStructure nest;
  private final Map<AbstractInsnNode, AccessSite> accesses;
  private final IdentityHashMap<AccessSite, Polynomial> sums = new IdentityHashMap<>();

  /**
   * @param accesses the accesses of the iteration, by their instructions
   */
  ScratchArrays(NestStructure nest, Map<AbstractInsnNode, AccessSite> accesses) {
    this.flow = nest.flow();
    this.nest = nest;
    this.accesses = accesses;
  }

  /** The arrays to which every iteration writes some elements on every path. */
  List<Scratch> find() {
    List<Scratch> found = new ArrayList<>();
    for (int parameter : candidates()) {
      Uses uses = uses(parameter);
      if (uses.isScratch()) {
        List<Scratch.Read> reads =
            uses.reads.stream().map(read -> read(read, uses.written)).toList();
        found.add(new Scratch(parameter, uses.sites, uses.atEnd, reads));
      }
    }
    return found;
  }

  /** Their positions among the kernel's parameters, which are cheaper to find. */
  Set<Integer> parameters() {
    Set<Integer> found = new HashSet<>();
    for (int parameter : candidates()) {
      if (uses(parameter).isScratch()) {
        found.add(parameter);
      }
    }
    return found;
  }

  /**
   * The writes and reads of an array.
   *
   * @param atEnd the writes that are certainly complete at the end of each iteration, to the same
   *     elements in all of them, on each path
   */
  private record Uses(
      List<AccessSite> sites,
      List<WrittenElements.Write> reads,
      WrittenElements written,
      List<List<Scratch.Cover>> atEnd) {
    boolean isScratch() {
      return !atEnd.isEmpty() && atEnd.stream().noneMatch(List::isEmpty);
    }
  }

  /** Arrays that some write changes at a place that does not depend on the iteration. */
  private int[] candidates() {
    BitSet written = new BitSet();
    BitSet others = new BitSet();
    for (AccessSite site : accesses.values()) {
      if (site.isPrivate()) {
        continue;
      }
      if (site.array().depth() != 1 || site.array() instanceof Value.Row) {
        others.set(site.parameter());
      } else if (site.kind() == AccessSite.Kind.ACCUMULATE) {
        // Elements that all iterations update together belong to no single iteration.
        others.set(site.parameter());
      } else if (site.writes() && !goesWithIterations(site)) {
        written.set(site.parameter());
      }
    }
    written.andNot(others);
    return written.stream().toArray();
  }

  /** Whether iterations write different elements; then the array is not scratch. */
  private static boolean goesWithIterations(AccessSite site) {
    for (List<Value> product : Polynomial.of(site.index()).terms().keySet()) {
      for (Value atom : product) {
        if (atom instanceof Value.LoopVariable) {
          return true;
        }
      }
    }
    return false;
  }

  private Uses uses(int parameter) {
    Map<Block, List<WrittenElements.Write>> writes = new HashMap<>();
    List<WrittenElements.Write> reads = new ArrayList<>();
    List<AccessSite> all = new ArrayList<>();
    accesses.forEach(
        (node, site) -> {
          if (site.parameter() == parameter) {
            int position = flow.instructions().indexOf(node);
            WrittenElements.Write access = new WrittenElements.Write(site, position);
            all.add(site);
            if (site.writes()) {
              writes
                  .computeIfAbsent(flow.blockAt(position), block -> new ArrayList<>())
                  .add(access);
            } else if (site.kind() == AccessSite.Kind.READ) {
              reads.add(access);
            }
          }
        });
    WrittenElements written = new WrittenElements(nest, writes);
    List<List<Scratch.Cover>> atEnd =
        written.atEnd().stream()
            .map(covers -> covers.stream().filter(Scratch.Cover::isSteady).toList())
            .toList();
    return new Uses(all, reads, written, atEnd);
  }

  private Scratch.Read read(WrittenElements.Write read, WrittenElements written) {
    Block block = flow.blockAt(read.position());
    List<Scratch.EachTurn> among = new ArrayList<>();
    List<NaturalLoop> around = nest.loopsAround(block);
    Optional<NaturalLoop> innermost =
        around.isEmpty() ? Optional.empty() : Optional.of(around.get(around.size() - 1));
    Optional<CountedLoop> counted = innermost.flatMap(nest::counted);
    if (counted.isPresent()) {
      for (Scratch.Cover cover : written.eachTurn(innermost.get())) {
        if (cover.own().isEmpty() && isApart(cover.site(), read.site())) {
          among.add(new Scratch.EachTurn(cover.site(), counted.get()));
        }
      }
    }
    return new Scratch.Read(read.site(), written.before(block, read.position()), among);
  }

  private Polynomial sum(AccessSite site) {
    Polynomial known = sums.get(site);
    if (known == null) {
      known = Polynomial.of(site.index());
      sums.put(site, known);
    }
    return known;
  }

  /** Whether one index always exceeds the other by the same number of elements. */
  private boolean isApart(AccessSite first, AccessSite second) {
    OptionalLong distance = sum(second).exceeds(sum(first));
    return distance.isPresent() && distance.getAsLong() != 0;
  }
}
