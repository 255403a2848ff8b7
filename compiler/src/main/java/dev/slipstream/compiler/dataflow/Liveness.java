package dev.slipstream.compiler.dataflow;

import java.util.BitSet;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Determines which local variables are read before they are written again, by block. */
public final class Liveness {
  private final BitSet[] liveIn;

  /**
   * @param flow the method's control flow
   */
  public Liveness(ControlFlow flow) {
    List<Block> blocks = flow.blocks();
    liveIn = new BitSet[blocks.size()];
    BitSet[] uses = new BitSet[blocks.size()];
    BitSet[] definitions = new BitSet[blocks.size()];
    for (Block block : blocks) {
      liveIn[block.index()] = new BitSet();
      BitSet used = new BitSet();
      BitSet defined = new BitSet();
      for (int i = block.first(); i <= block.last(); i++) {
        AbstractInsnNode node = flow.instructions().get(i);
        int read = readSlot(node);
        if (read >= 0 && !defined.get(read)) {
          used.set(read);
        }
        int written = writtenSlot(node);
        if (written >= 0) {
          defined.set(written);
        }
      }
      uses[block.index()] = used;
      definitions[block.index()] = defined;
    }
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = blocks.size() - 1; b >= 0; b--) {
        BitSet live = new BitSet();
        for (Block successor : blocks.get(b).successors()) {
          live.or(liveIn[successor.index()]);
        }
        live.andNot(definitions[b]);
        live.or(uses[b]);
        for (Block successor : blocks.get(b).successors()) {
          if (flow.startsHandler(successor)) {
            // An exception may be thrown before the block has written anything.
            live.or(liveIn[successor.index()]);
          }
        }
        if (!live.equals(liveIn[b])) {
          liveIn[b] = live;
          changed = true;
        }
      }
    }
  }

  /** The slots that are live at the start of a block. */
  public BitSet atStartOf(Block block) {
    return (BitSet) liveIn[block.index()].clone();
  }

  /** Whether a slot is live at the start of a block. */
  public boolean isLive(Block block, int slot) {
    return liveIn[block.index()].get(slot);
  }

  /** The slot that an instruction reads, or -1. */
  public static int readSlot(AbstractInsnNode node) {
    if (node instanceof IincInsnNode increment) {
      return increment.var;
    }
    if (node instanceof VarInsnNode variable
        && node.getOpcode() >= Opcodes.ILOAD
        && node.getOpcode() <= Opcodes.ALOAD) {
      return variable.var;
    }
    return -1;
  }

  /** The slot that an instruction writes, or -1. */
  public static int writtenSlot(AbstractInsnNode node) {
    if (node instanceof IincInsnNode increment) {
      return increment.var;
    }
    if (node instanceof VarInsnNode variable
        && node.getOpcode() >= Opcodes.ISTORE
        && node.getOpcode() <= Opcodes.ASTORE) {
      return variable.var;
    }
    return -1;
  }
}
