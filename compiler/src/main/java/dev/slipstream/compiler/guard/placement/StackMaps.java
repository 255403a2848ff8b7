package dev.slipstream.compiler.guard.placement;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * The stack map frames that inserted code with jumps, and inserted handlers, can have: they are
 * made of those that the class file has at other places. Older class files need none.
 */
public final class StackMaps {
  private static final String THROWABLE = "java/lang/Throwable";

  private final ControlFlow flow;
  private final boolean areNeeded;
  private final Map<LabelNode, Block> handlerBlocks = new HashMap<>();
  private final Map<Block, Boolean> protectable = new HashMap<>();

  StackMaps(ControlFlow flow, int classVersion) {
    this.flow = flow;
    this.areNeeded = classVersion >= FrameShape.FIRST_VERSION;
    for (Block block : flow.blocks()) {
      for (TryCatchBlockNode handler : block.handlers()) {
        handlerBlocks.put(handler.handler, flow.blockAt(handler.handler));
      }
    }
  }

  /** The blocks of the method. */
  public ControlFlow flow() {
    return flow;
  }

  /** The frame at the start of a block, if it is written in the class file. */
  public Optional<FrameShape> at(Block block) {
    for (int i = block.first(); i <= block.last(); i++) {
      AbstractInsnNode node = flow.instruction(i);
      if (node instanceof FrameNode frame) {
        return Optional.of(FrameShape.of(frame));
      }
      if (node.getOpcode() >= 0) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /**
   * The frame at a loop's header without the variables that the loop writes: it holds in the whole
   * loop and where it is left. Empty if there is none in the class file.
   */
  public Optional<FrameShape> throughout(NaturalLoop loop) {
    Optional<FrameShape> shape = at(loop.header());
    return shape.isPresent()
        ? Optional.of(shape.get().without(flow.writtenSlots(loop.blocks())))
        : shape;
  }

  /** Whether code with jumps can be inserted where a loop is entered, and where it is left. */
  boolean allowJumps(NaturalLoop loop, boolean alsoWhereItIsLeft) {
    if (!areNeeded) {
      return true;
    }
    boolean all = at(loop.header()).isPresent();
    if (alsoWhereItIsLeft) {
      for (Block block : loop.blocks()) {
        for (Block successor : block.normalSuccessors()) {
          all &= loop.contains(successor) || at(successor).isPresent();
        }
      }
    }
    return all;
  }

  /**
   * Whether a handler for whatever leaves a loop finds a place in the table, after the handlers
   * within the loop and before those outside, and whether it can keep the local variables that
   * those outside need.
   */
  boolean allowHandlerOf(NaturalLoop loop) {
    Boolean known = protectable.get(loop.header());
    if (known == null) {
      known = isProtectable(loop);
      protectable.put(loop.header(), known);
    }
    return known;
  }

  private boolean isProtectable(NaturalLoop loop) {
    for (Block block : loop.blocks()) {
      boolean outside = false;
      for (TryCatchBlockNode handler : block.handlers()) {
        boolean within = isWithin(handler, loop);
        if (within && outside) {
          return false;
        }
        outside |= !within;
      }
      if (areNeeded && locals(loop, block).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Whether a handler for what a call in a block throws can keep the variables others need. */
  boolean allowHandlerIn(Block block) {
    return !areNeeded || needed(block.handlers()).isPresent();
  }

  /** Those of some handlers that stand outside of a loop. */
  public List<TryCatchBlockNode> outside(NaturalLoop loop, List<TryCatchBlockNode> handlers) {
    List<TryCatchBlockNode> outside = new ArrayList<>();
    for (TryCatchBlockNode handler : handlers) {
      if (!isWithin(handler, loop)) {
        outside.add(handler);
      }
    }
    return outside;
  }

  private boolean isWithin(TryCatchBlockNode handler, NaturalLoop loop) {
    Block block = handlerBlocks.get(handler.handler);
    return block != null && loop.contains(block);
  }

  /**
   * The frame of a handler for what leaves a loop from one of its blocks: what the loop does not
   * write is as in front of it, the rest as other handlers need it. Empty if none is needed.
   */
  public Optional<FrameShape> ofHandler(NaturalLoop loop, Block block) {
    return areNeeded ? locals(loop, block) : Optional.empty();
  }

  /** The frame of a handler for what a call in a block throws; empty if none is needed. */
  public Optional<FrameShape> ofHandler(Block block) {
    return areNeeded ? needed(block.handlers()) : Optional.empty();
  }

  private Optional<FrameShape> locals(NaturalLoop loop, Block block) {
    Optional<FrameShape> unchanged = throughout(loop);
    Optional<FrameShape> needed = needed(outside(loop, block.handlers()));
    return unchanged.isEmpty() || needed.isEmpty()
        ? Optional.empty()
        : Optional.of(needed.get().and(unchanged.get()));
  }

  /** The locals that all of some handlers need; empty if they do not agree. */
  private Optional<FrameShape> needed(List<TryCatchBlockNode> handlers) {
    List<Object> slots = new ArrayList<>();
    for (TryCatchBlockNode handler : handlers) {
      Block block = handlerBlocks.get(handler.handler);
      Optional<FrameShape> frame = block == null ? Optional.<FrameShape>empty() : at(block);
      if (frame.isEmpty()) {
        return Optional.empty();
      }
      for (int slot = 0; slot < frame.get().slots().size(); slot++) {
        Object type = frame.get().slot(slot);
        if (slot == slots.size()) {
          slots.add(type);
        } else if (slots.get(slot).equals(Opcodes.TOP)) {
          slots.set(slot, type);
        } else if (!type.equals(Opcodes.TOP) && !type.equals(slots.get(slot))) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(new FrameShape(slots, List.of(THROWABLE)));
  }
}
