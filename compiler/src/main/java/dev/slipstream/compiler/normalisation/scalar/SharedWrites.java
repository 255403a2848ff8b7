package dev.slipstream.compiler.normalisation.scalar;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.Liveness;
import dev.slipstream.compiler.discovery.LoopMarks;
import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.model.loop.RefusalKind;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Where references meet, fields are copied. That equals sharing the object as long as the object is
 * not written afterwards, which this class checks.
 */
final class SharedWrites {
  private final OriginAnalysis analysis;
  private final Map<Block, Set<Origin>> copiedIn = new HashMap<>();
  private @Nullable RefusalException refusal;

  private SharedWrites(OriginAnalysis analysis) {
    this.analysis = analysis;
  }

  /**
   * Checks every write to a field of an object of the iteration.
   *
   * @throws RefusalException if two variables may share the object
   */
  static void check(OriginAnalysis analysis) throws RefusalException {
    SharedWrites writes = new SharedWrites(analysis);
    writes.propagate();
    writes.scan();
    if (writes.refusal != null) {
      throw writes.refusal;
    }
  }

  /** Finds the origins whose fields may have been copied since the object was made. */
  private void propagate() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Block block : analysis.flow().blocks()) {
        Set<Origin> copied = new HashSet<>();
        for (Block from : analysis.running(block)) {
          copied.addAll(after(from));
          for (int position : analysis.merges(block).keySet()) {
            if (analysis.incoming(from, block, position) instanceof Tracked.Fresh fresh) {
              copied.add(fresh.origin());
            }
          }
        }
        copied.removeAll(analysis.merges(block).values());
        changed |= !copied.equals(copiedIn.put(block, copied));
      }
    }
  }

  private Set<Origin> after(Block block) {
    Set<Origin> copied = new HashSet<>(copiedIn.getOrDefault(block, Set.of()));
    InsnList instructions = analysis.flow().instructions();
    for (int i = block.first(); i <= block.last(); i++) {
      removeNew(copied, instructions.get(i), i);
    }
    return copied;
  }

  private static void removeNew(Set<Origin> copied, AbstractInsnNode node, int index) {
    if (node.getOpcode() == Opcodes.NEW) {
      copied.remove(new Origin.Site(index, ((TypeInsnNode) node).desc));
    }
  }

  private void scan() {
    Map<Block, Set<Origin>> copied = new HashMap<>();
    analysis.walk(
        (block, node, frame) -> {
          Set<Origin> now =
              copied.computeIfAbsent(block, b -> new HashSet<>(copiedIn.getOrDefault(b, Set.of())));
          int index = analysis.flow().instructions().indexOf(node);
          removeNew(now, node, index);
          if (node.getOpcode() == Opcodes.PUTFIELD
              && frame.getStack(frame.getStackSize() - 2) instanceof Tracked.Fresh object
              && refusal == null
              && (now.contains(object.origin()) || isShared(block, index, object, frame))) {
            refusal =
                new RefusalException(
                    LoopMarks.lineOf(analysis.flow(), index),
                    RefusalKind.OBJECTS,
                    "writes the field "
                        + ((FieldInsnNode) node).name
                        + " of an object that several variables may share",
                    "Create a new object instead of changing this one.");
          }
        });
  }

  /** Whether a place that is read later may contain the same object under another origin. */
  private boolean isShared(Block block, int index, Tracked.Fresh object, Frame<Tracked> frame) {
    if (object.origin() instanceof Origin.Site) {
      return false;
    }
    Set<Origin.Site> sites = analysis.sites(object.origin());
    BitSet live = liveAfter(block, index);
    for (int slot = live.nextSetBit(0);
        slot >= 0 && slot < frame.getLocals();
        slot = live.nextSetBit(slot + 1)) {
      if (mayBeOneOf(sites, frame.getLocal(slot), object.origin())) {
        return true;
      }
    }
    for (int s = 0; s < frame.getStackSize(); s++) {
      if (mayBeOneOf(sites, frame.getStack(s), object.origin())) {
        return true;
      }
    }
    return false;
  }

  private boolean mayBeOneOf(Set<Origin.Site> sites, Tracked value, Origin except) {
    return value instanceof Tracked.Fresh fresh
        && !fresh.origin().equals(except)
        && !Collections.disjoint(analysis.sites(fresh.origin()), sites);
  }

  private BitSet liveAfter(Block block, int index) {
    BitSet live = new BitSet();
    Liveness liveness = analysis.liveness();
    block.successors().forEach(successor -> live.or(liveness.atStartOf(successor)));
    for (int i = block.last(); i > index; i--) {
      AbstractInsnNode node = analysis.flow().instructions().get(i);
      int slot = Liveness.writtenSlot(node);
      if (slot >= 0) {
        live.clear(slot);
      }
      int read = Liveness.readSlot(node);
      if (read >= 0) {
        live.set(read);
      }
    }
    return live;
  }
}
