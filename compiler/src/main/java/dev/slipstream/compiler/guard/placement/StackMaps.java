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
 * Builds the stack map frames for inserted jumps and handlers from the frames at other places in
 * the class file. Class files of older versions need none.
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

  /** The frame at the start of a block, if the class file has one there. */
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
   * The frame at a loop's header without the variables that the loop writes. It holds in the whole
   * loop and where the loop is left. Empty if the class file has no frame there.
   */
  public Optional<FrameShape> throughout(NaturalLoop loop) {
    Optional<FrameShape> shape = at(loop.header());
    return shape.isPresent()
        ? Optional.of(shape.get().without(flow.writtenSlots(loop.blocks())))
        : shape;
  }

  /**
   * Whether code with jumps can be inserted where a loop is entered and, on request, where it is
   * left.
   */
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
   * Whether a handler for exceptions that leave a loop can be added. It needs a position in the
   * table after the handlers within the loop and before those outside. It must also keep the local
   * variables that the outer handlers need.
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

  /**
   * Whether a handler for the exceptions of a call in a block can keep the variables that outer
   * handlers need.
   */
  boolean allowHandlerIn(Block block) {
    return !areNeeded || needed(block.handlers()).isPresent();
  }

  /** Those of some handlers that lie outside a loop. */
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
   * The frame of a handler for exceptions that leave a loop from one of its blocks. Variables that
   * the loop does not write are as in front of the loop, the others as the outer handlers need
   * them. Empty if no frame is needed.
   */
  public Optional<FrameShape> ofHandler(NaturalLoop loop, Block block) {
    return areNeeded ? locals(loop, block) : Optional.empty();
  }

  /**
   * The frame of a handler for the exceptions of a call in a block; empty if no frame is needed.
   */
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

  /** The locals that all of some handlers need; empty if the handlers do not agree. */
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
