package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.BlockFrames;
import dev.slipstream.compiler.dataflow.ControlFlow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.SourceInterpreter;
import org.objectweb.asm.tree.analysis.SourceValue;

/**
 * Determines which instructions of a region have produced the operands of an instruction.
 * Instructions that only move operands on the stack are skipped.
 */
final class Producers {
  /** Denotes the content of local variables that earlier iterations may have set. */
  static final AbstractInsnNode EARLIER = new LabelNode();

  private final Map<AbstractInsnNode, List<Set<AbstractInsnNode>>> operands = new HashMap<>();

  /**
   * @param locals the number of local variables
   * @param earlier the slots of those that earlier iterations may have set
   */
  Producers(ControlFlow flow, int locals, int maxStack, Set<Integer> earlier) {
    Frame<SourceValue> entry = new Frame<>(locals, maxStack);
    for (int slot = 0; slot < locals; slot++) {
      entry.setLocal(
          slot, earlier.contains(slot) ? new SourceValue(1, Set.of(EARLIER)) : new SourceValue(1));
    }
    BlockFrames<SourceValue> frames = new BlockFrames<>(flow, new Sources());
    boolean changed = true;
    while (changed) {
      changed =
          frames.sweep(
              flow.blocks(), entry, (block, position, ways) -> meet(frames, position, ways));
    }
    for (Block block : flow.blocks()) {
      frames.watch(block, new Recorder());
    }
  }

  /** The producers of each operand of an instruction, in the order of the stack. */
  List<Set<AbstractInsnNode>> of(AbstractInsnNode node) {
    return operands.getOrDefault(node, List.of());
  }

  private static SourceValue meet(BlockFrames<SourceValue> frames, int position, List<Block> ways) {
    SourceValue met = frames.atEndOf(ways.get(0), position);
    for (Block way : ways) {
      met = union(met, frames.atEndOf(way, position));
    }
    return met;
  }

  private static SourceValue union(SourceValue first, SourceValue second) {
    if (first.insns.containsAll(second.insns)) {
      return first;
    }
    Set<AbstractInsnNode> all = new LinkedHashSet<>(first.insns);
    all.addAll(second.insns);
    return new SourceValue(Math.min(first.size, second.size), all);
  }

  /** Determines the producers of a value. */
  private static class Sources extends SourceInterpreter {
    Sources() {
      super(Opcodes.ASM9);
    }

    @Override
    public SourceValue copyOperation(AbstractInsnNode node, SourceValue value) {
      return switch (node.getOpcode()) {
        case Opcodes.LLOAD, Opcodes.DLOAD, Opcodes.LSTORE, Opcodes.DSTORE ->
            new SourceValue(2, node);
        case Opcodes.ILOAD,
            Opcodes.FLOAD,
            Opcodes.ALOAD,
            Opcodes.ISTORE,
            Opcodes.FSTORE,
            Opcodes.ASTORE ->
            new SourceValue(1, node);
        default -> value;
      };
    }
  }

  /** Records the operands once the analysis has reached a fixed point. */
  private final class Recorder extends Sources {
    private void note(AbstractInsnNode node, List<? extends SourceValue> values) {
      List<Set<AbstractInsnNode>> sources = new ArrayList<>();
      values.forEach(value -> sources.add(value.insns));
      operands.put(node, sources);
    }

    @Override
    public SourceValue copyOperation(AbstractInsnNode node, SourceValue value) {
      note(node, List.of(value));
      return super.copyOperation(node, value);
    }

    @Override
    public SourceValue unaryOperation(AbstractInsnNode node, SourceValue value) {
      note(node, List.of(value));
      return super.unaryOperation(node, value);
    }

    @Override
    public SourceValue binaryOperation(AbstractInsnNode node, SourceValue left, SourceValue right) {
      note(node, List.of(left, right));
      return super.binaryOperation(node, left, right);
    }

    @Override
    public SourceValue ternaryOperation(
        AbstractInsnNode node, SourceValue first, SourceValue second, SourceValue third) {
      note(node, List.of(first, second, third));
      return super.ternaryOperation(node, first, second, third);
    }

    @Override
    public SourceValue naryOperation(AbstractInsnNode node, List<? extends SourceValue> values) {
      note(node, values);
      return super.naryOperation(node, values);
    }
  }
}
