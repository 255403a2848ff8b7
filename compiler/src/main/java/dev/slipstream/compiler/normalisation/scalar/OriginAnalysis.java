package dev.slipstream.compiler.normalisation.scalar;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.BlockFrames;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.Liveness;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Determines the origins of the references in an iteration. Where references of several origins
 * meet in a place that is still read, the place becomes an origin of its own, as variables do in
 * static single assignment form (Cytron et al., 1991).
 */
final class OriginAnalysis {
  private static final Tracked OTHER = new Tracked.Other(1);

  private final ControlFlow flow;
  private final Liveness liveness;
  private final BlockFrames<Tracked> frames;
  private final Map<Block, Map<Integer, Origin.Merge>> merges = new HashMap<>();
  private final Places mixed = new Places();
  private final Places later = new Places();
  private final Set<Origin> nullable = new HashSet<>();

  /**
   * @param locals the number of local slots in use
   * @param stack the largest height of the stack
   * @param arbitraryNulls the instructions that load null where any value would do
   * @param lambdas the instructions that load null in place of lambdas
   */
  OriginAnalysis(
      ControlFlow flow,
      int locals,
      int stack,
      Set<AbstractInsnNode> arbitraryNulls,
      Set<AbstractInsnNode> lambdas) {
    this.flow = flow;
    OriginInterpreter interpreter =
        new OriginInterpreter(flow.instructions(), arbitraryNulls, lambdas);
    this.frames = new BlockFrames<>(flow, interpreter);
    this.liveness = new Liveness(flow);
    Frame<Tracked> start = new Frame<>(locals, stack);
    for (int slot = 0; slot < locals; slot++) {
      start.setLocal(slot, OTHER);
    }
    boolean changed = true;
    while (changed) {
      changed = frames.sweep(flow.blocks(), start, this::join);
    }
  }

  /** Visits every instruction that can run, with the values before it, in order. */
  void walk(BlockFrames.Visitor<Tracked> visitor) {
    frames.walk(visitor);
  }

  Liveness liveness() {
    return liveness;
  }

  ControlFlow flow() {
    return flow;
  }

  /** The places of a block in which references meet when it starts. */
  Map<Integer, Origin.Merge> merges(Block block) {
    return merges.getOrDefault(block, Map.of());
  }

  /** Whether the reference in a place where others meet may be null. */
  boolean mayBeNull(Origin origin) {
    return nullable.contains(origin);
  }

  /** The predecessors of a block that can run. */
  List<Block> running(Block block) {
    return frames.running(block);
  }

  /** The origins that meet other values in a place that is still read, and so are lost. */
  Set<Origin> lost() {
    return meetingIn(mixed);
  }

  /** The origins that meet values which other objects hold. */
  Set<Origin> meetingHeld() {
    return meetingIn(later);
  }

  private Set<Origin> meetingIn(Places places) {
    Set<Origin> origins = new HashSet<>();
    places.positions.forEach(
        (block, positions) ->
            positions.stream()
                .forEach(
                    position -> {
                      for (Block from : running(block)) {
                        if (incoming(from, block, position) instanceof Tracked.Fresh fresh) {
                          origins.add(fresh.origin());
                        }
                      }
                    }));
    return origins;
  }

  /** Places at the starts of blocks. */
  private static final class Places {
    private final Map<Block, BitSet> positions = new HashMap<>();

    boolean contains(Block block, int position) {
      return positions.containsKey(block)
          && positions.getOrDefault(block, new BitSet()).get(position);
    }

    void add(Block block, int position) {
      positions.computeIfAbsent(block, b -> new BitSet()).set(position);
    }
  }

  /** The sites whose objects may have an origin. */
  Set<Origin.Site> sites(Origin origin) {
    Set<Origin> seen = new HashSet<>();
    Set<Origin.Site> sites = new HashSet<>();
    collect(origin, seen, sites);
    return sites;
  }

  private void collect(Origin origin, Set<Origin> seen, Set<Origin.Site> sites) {
    if (!seen.add(origin)) {
      return;
    }
    if (origin instanceof Origin.Site site) {
      sites.add(site);
    } else if (origin instanceof Origin.Merge merge) {
      Block block = flow.blocks().get(merge.block());
      for (Block from : running(block)) {
        if (incoming(from, block, merge.position()) instanceof Tracked.Fresh fresh) {
          collect(fresh.origin(), seen, sites);
        }
      }
    }
  }

  /** All places in which references meet. */
  List<Origin.Merge> merges() {
    List<Origin.Merge> all = new ArrayList<>();
    flow.blocks().forEach(block -> all.addAll(merges(block).values()));
    return all;
  }

  private Tracked join(Block block, int position, List<Block> from) {
    boolean live = position >= BlockFrames.STACK || liveness.isLive(block, position);
    Origin.Merge merge = merges(block).get(position);
    Tracked first = incoming(from.get(0), block, position);
    boolean equal = merge == null && !mixed.contains(block, position);
    boolean mayBeNull = false;
    boolean withNull = false;
    boolean held = later.contains(block, position);
    boolean others = mixed.contains(block, position);
    Set<Origin> origins = new HashSet<>();
    Set<String> classes = new HashSet<>();
    for (Block predecessor : from) {
      Tracked value = incoming(predecessor, block, position);
      equal &= value.equals(first);
      if (value instanceof Tracked.Fresh fresh) {
        origins.add(fresh.origin());
        classes.add(fresh.origin().className());
        mayBeNull |= fresh.mayBeNull();
      } else if (value instanceof Tracked.Nothing nothing) {
        mayBeNull |= !nothing.isArbitrary();
        withNull = true;
      } else if (value instanceof Tracked.Held) {
        held = true;
      } else {
        others = true;
      }
    }
    if (equal) {
      return first;
    }
    if (!live || others || classes.size() > 1) {
      if (live && !classes.isEmpty()) {
        mixed.add(block, position);
      }
      return OTHER;
    }
    if (held) {
      later.add(block, position);
      return new Tracked.Held();
    }
    if (classes.isEmpty()) {
      return OTHER;
    }
    if (merge == null && origins.size() == 1 && !withNull) {
      return new Tracked.Fresh(origins.iterator().next(), mayBeNull);
    }
    if (merge == null) {
      merge = new Origin.Merge(block.index(), position, classes.iterator().next());
      merges.computeIfAbsent(block, b -> new LinkedHashMap<>()).put(position, merge);
    }
    if (mayBeNull) {
      nullable.add(merge);
    }
    return new Tracked.Fresh(merge, nullable.contains(merge));
  }

  /** The value that a place of a block receives from a predecessor. */
  Tracked incoming(Block from, Block to, int position) {
    if (frames.atEndOf(from).isEmpty()) {
      return OTHER;
    }
    Tracked value = frames.atEndOf(from, position);
    return value instanceof Tracked.Fresh fresh
            && fresh.mayBeNull()
            && position == slotThatIsNotNull(from, to)
        ? new Tracked.Fresh(fresh.origin(), false)
        : value;
  }

  /** The local that was found to be non-null on the path from one block to another; or -1. */
  private int slotThatIsNotNull(Block from, Block to) {
    if (!(flow.instructions().get(from.last()) instanceof JumpInsnNode jump)
        || !(jump.getPrevious() instanceof VarInsnNode load)
        || load.getOpcode() != Opcodes.ALOAD
        || from.successors().stream().distinct().count() != 2) {
      return -1;
    }
    boolean taken = flow.blockAt(jump.label) == to;
    boolean proves =
        taken ? jump.getOpcode() == Opcodes.IFNONNULL : jump.getOpcode() == Opcodes.IFNULL;
    return proves ? load.var : -1;
  }
}
