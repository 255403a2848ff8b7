package dev.slipstream.compiler.guard;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Handlers that call the dispatcher when an exception leaves a loop or a call, and throw the same
 * exception again, to the handlers that the program has there.
 */
final class Rescue {
  private static final String THROWABLE = "java/lang/Throwable";

  private final MethodNode method;
  private final ControlFlow flow;
  private final Edges edges;
  private final boolean needsFrames;
  private final List<AbstractInsnNode> firstNodes = new ArrayList<>();
  private final List<AbstractInsnNode> lastNodes = new ArrayList<>();
  private final Map<LabelNode, Block> handlerBlocks = new HashMap<>();
  private final List<List<TryCatchBlockNode>> covering = new ArrayList<>();
  private final BitSet holdsCode = new BitSet();

  /**
   * @param method the method, whose instructions are still those of the control flow
   */
  Rescue(MethodNode method, ControlFlow flow, Edges edges, boolean needsFrames) {
    this.method = method;
    this.flow = flow;
    this.edges = edges;
    this.needsFrames = needsFrames;
    for (Block block : flow.blocks()) {
      firstNodes.add(flow.instructions().get(block.first()));
      lastNodes.add(flow.instructions().get(block.last()));
      covering.add(new ArrayList<>(edges.covering(block)));
      holdsCode.set(block.index(), flow.lastInstruction(block).getOpcode() >= 0);
    }
    for (TryCatchBlockNode handler : method.tryCatchBlocks) {
      handlerBlocks.put(handler.handler, flow.blockAt(handler.handler));
    }
  }

  /**
   * Whether a handler for whatever leaves a loop finds a place in the table, after the handlers
   * within the loop and before those outside, and whether it can keep the local variables that
   * those outside need.
   */
  boolean isPossible(NaturalLoop loop) {
    for (Block block : loop.blocks()) {
      boolean outside = false;
      for (TryCatchBlockNode handler : edges.covering(block)) {
        boolean within = isWithin(handler, loop);
        if (within && outside) {
          return false;
        }
        outside |= !within;
      }
      if (needsFrames && locals(loop, outside(loop, edges.covering(block))).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Whether a handler for what a call throws can keep the variables that others need. */
  boolean isPossible(Block block) {
    return !needsFrames || needed(edges.covering(block)).isPresent();
  }

  /** Makes the dispatcher be called when an exception leaves a loop; outer loops go first. */
  void add(NaturalLoop loop, List<GuardCall> calls, Evaluation evaluation) {
    Map<List<TryCatchBlockNode>, List<Block>> ranges = new LinkedHashMap<>();
    for (Block block : flow.blocks()) {
      if (loop.contains(block)) {
        ranges
            .computeIfAbsent(outside(loop, covering(block)), others -> new ArrayList<>())
            .add(block);
      }
    }
    ranges.forEach((others, blocks) -> add(loop, calls, evaluation, others, blocks));
  }

  private void add(
      NaturalLoop loop,
      List<GuardCall> calls,
      Evaluation evaluation,
      List<TryCatchBlockNode> others,
      List<Block> blocks) {
    Optional<FrameShape> shape =
        needsFrames
            ? locals(loop, outside(loop, edges.covering(blocks.get(0))))
            : Optional.<FrameShape>empty();
    InsnList code = new InsnList();
    for (GuardCall call : calls) {
      code.add(evaluation.code(call, shape));
    }
    LabelNode handler = new LabelNode();
    append(handler, shape, code, others);
    int first = 0;
    while (first < blocks.size()) {
      int last = first;
      while (last + 1 < blocks.size()
          && blocks.get(last + 1).index() == blocks.get(last).index() + 1) {
        last++;
      }
      List<Block> run = blocks.subList(first, last + 1);
      if (run.stream().anyMatch(block -> holdsCode.get(block.index()))) {
        TryCatchBlockNode entry =
            protect(
                firstNodes.get(run.get(0).index()),
                lastNodes.get(blocks.get(last).index()),
                handler,
                others);
        for (Block block : run) {
          covering(block).add(covering(block).size() - others.size(), entry);
        }
      }
      first = last + 1;
    }
  }

  private List<TryCatchBlockNode> covering(Block block) {
    return covering.get(block.index());
  }

  /**
   * Makes the dispatcher be called when a call throws.
   *
   * @param temporary the local variable that holds the array
   */
  void add(AbstractInsnNode invoke, Block block, int temporary, InsnList code) {
    List<TryCatchBlockNode> others = covering(block);
    LabelNode handler = new LabelNode();
    Optional<FrameShape> shape = Optional.empty();
    if (needsFrames) {
      List<Object> slots =
          new ArrayList<>(needed(edges.covering(block)).map(FrameShape::slots).orElseThrow());
      while (slots.size() <= temporary) {
        slots.add(Opcodes.TOP);
      }
      slots.set(temporary, "java/lang/Object");
      shape = Optional.of(new FrameShape(slots, List.of(THROWABLE)));
    }
    append(handler, shape, code, others);
    protect(invoke, invoke, handler, others);
  }

  private TryCatchBlockNode protect(
      AbstractInsnNode first,
      AbstractInsnNode last,
      LabelNode handler,
      List<TryCatchBlockNode> others) {
    LabelNode start = new LabelNode();
    LabelNode end = new LabelNode();
    method.instructions.insertBefore(first, start);
    method.instructions.insert(last, end);
    TryCatchBlockNode entry = new TryCatchBlockNode(start, end, handler, null);
    int position =
        others.isEmpty()
            ? method.tryCatchBlocks.size()
            : method.tryCatchBlocks.indexOf(others.get(0));
    method.tryCatchBlocks.add(position, entry);
    return entry;
  }

  private void append(
      LabelNode handler,
      Optional<FrameShape> shape,
      InsnList code,
      List<TryCatchBlockNode> others) {
    LabelNode end = new LabelNode();
    method.instructions.add(handler);
    shape.ifPresent(frame -> method.instructions.add(frame.node()));
    method.instructions.add(code);
    method.instructions.add(new InsnNode(Opcodes.ATHROW));
    method.instructions.add(end);
    for (TryCatchBlockNode other : others) {
      method.tryCatchBlocks.add(new TryCatchBlockNode(handler, end, other.handler, other.type));
    }
  }

  private boolean isWithin(TryCatchBlockNode handler, NaturalLoop loop) {
    Block block = handlerBlocks.get(handler.handler);
    return block != null && loop.contains(block);
  }

  private List<TryCatchBlockNode> outside(NaturalLoop loop, List<TryCatchBlockNode> handlers) {
    return handlers.stream().filter(handler -> !isWithin(handler, loop)).toList();
  }

  /**
   * The frame of a handler: what the loop does not write is as in front of it, the rest as other
   * handlers need it.
   */
  private Optional<FrameShape> locals(NaturalLoop loop, List<TryCatchBlockNode> others) {
    Optional<FrameShape> unchanged = edges.unchanged(loop);
    Optional<FrameShape> needed = needed(others);
    return unchanged.isEmpty() || needed.isEmpty()
        ? Optional.empty()
        : Optional.of(needed.get().and(unchanged.get()));
  }

  /** The locals that all of some handlers need; empty if they do not agree. */
  private Optional<FrameShape> needed(List<TryCatchBlockNode> handlers) {
    List<Object> slots = new ArrayList<>();
    for (TryCatchBlockNode handler : handlers) {
      Block block = handlerBlocks.get(handler.handler);
      Optional<FrameShape> frame =
          block == null ? Optional.<FrameShape>empty() : edges.frame(block);
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
