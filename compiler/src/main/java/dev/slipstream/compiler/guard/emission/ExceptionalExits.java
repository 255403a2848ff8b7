package dev.slipstream.compiler.guard.emission;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.compiler.guard.placement.FrameShape;
import dev.slipstream.compiler.guard.placement.StackMaps;
import java.util.ArrayList;
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
 * Adds handlers that call the dispatcher when an exception leaves a loop or a call. They throw the
 * same exception again, which reaches the program's own handlers.
 */
final class ExceptionalExits {
  private static final String THROWABLE = "java/lang/Throwable";

  private final MethodNode method;
  private final StackMaps maps;
  private final PlaceCode places;

  /** The handlers of each block, including those that were added. */
  private final Map<Block, List<TryCatchBlockNode>> covering = new HashMap<>();

  ExceptionalExits(MethodNode method, StackMaps maps, PlaceCode places) {
    this.method = method;
    this.maps = maps;
    this.places = places;
  }

  /**
   * Adds calls of the dispatcher when an exception leaves a loop. Outer loops must be added first.
   */
  void add(NaturalLoop loop, List<GuardCall> calls) {
    Map<List<TryCatchBlockNode>, List<Block>> ranges = new LinkedHashMap<>();
    for (Block block : maps.flow().blocks()) {
      if (loop.contains(block)) {
        List<TryCatchBlockNode> others = maps.outside(loop, covering(block));
        List<Block> range = ranges.getOrDefault(others, new ArrayList<>());
        range.add(block);
        ranges.put(others, range);
      }
    }
    for (Map.Entry<List<TryCatchBlockNode>, List<Block>> range : ranges.entrySet()) {
      add(loop, calls, range.getKey(), range.getValue());
    }
  }

  private void add(
      NaturalLoop loop, List<GuardCall> calls, List<TryCatchBlockNode> others, List<Block> blocks) {
    Optional<FrameShape> shape = maps.ofHandler(loop, blocks.get(0));
    InsnList code = new InsnList();
    for (GuardCall call : calls) {
      code.add(places.code(call, shape));
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
      if (hasInstructions(run)) {
        TryCatchBlockNode entry =
            protect(
                maps.flow().instruction(run.get(0).first()),
                maps.flow().instruction(blocks.get(last).last()),
                handler,
                others);
        for (Block block : run) {
          covering(block).add(covering(block).size() - others.size(), entry);
        }
      }
      first = last + 1;
    }
  }

  private boolean hasInstructions(List<Block> run) {
    for (Block block : run) {
      if (maps.flow().lastInstruction(block).getOpcode() >= 0) {
        return true;
      }
    }
    return false;
  }

  private List<TryCatchBlockNode> covering(Block block) {
    List<TryCatchBlockNode> known = covering.get(block);
    if (known == null) {
      known = new ArrayList<>(block.handlers());
      covering.put(block, known);
    }
    return known;
  }

  /**
   * Adds a call of the dispatcher when a call throws.
   *
   * @param temporary the local variable that holds the array, if there is one
   */
  void add(AbstractInsnNode invoke, Block block, Optional<Integer> temporary, InsnList code) {
    List<TryCatchBlockNode> others = covering(block);
    LabelNode handler = new LabelNode();
    Optional<FrameShape> shape =
        maps.ofHandler(block).map(frame -> temporary.map(slot -> with(slot, frame)).orElse(frame));
    append(handler, shape, code, others);
    protect(invoke, invoke, handler, others);
  }

  private static FrameShape with(int temporary, FrameShape frame) {
    List<Object> slots = new ArrayList<>(frame.slots());
    while (slots.size() <= temporary) {
      slots.add(Opcodes.TOP);
    }
    slots.set(temporary, "java/lang/Object");
    return new FrameShape(slots, List.of(THROWABLE));
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
    if (shape.isPresent()) {
      method.instructions.add(shape.get().node());
    }
    method.instructions.add(code);
    method.instructions.add(new InsnNode(Opcodes.ATHROW));
    method.instructions.add(end);
    for (TryCatchBlockNode other : others) {
      method.tryCatchBlocks.add(new TryCatchBlockNode(handler, end, other.handler, other.type));
    }
  }
}
