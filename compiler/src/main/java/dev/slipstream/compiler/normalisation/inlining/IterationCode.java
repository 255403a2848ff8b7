package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;

/**
 * A copy of a loop's instructions that forms one iteration. The header comes first, back edges lead
 * to {@link #next()}, and the exit of the loop leads to a return of its own.
 */
public final class IterationCode {
  private final InsnList instructions = new InsnList();
  private final Map<LabelNode, LabelNode> labels = new HashMap<>();
  private final Map<Block, LabelNode> starts = new HashMap<>();
  private final LabelNode next = new LabelNode();
  private final LabelNode exit = new LabelNode();
  private final Map<AbstractInsnNode, Block> skipped = new HashMap<>();

  private IterationCode() {}

  /**
   * Copies a loop.
   *
   * @param skipped the blocks that are not copied; an instruction that throws replaces them
   */
  public static IterationCode of(ControlFlow flow, NaturalLoop loop, Set<Block> skipped) {
    IterationCode region = new IterationCode();
    region.copy(flow, loop, skipped);
    return region;
  }

  /** The instructions that throw in place of blocks that were not copied. */
  public Map<AbstractInsnNode, Block> skipped() {
    return skipped;
  }

  /** The instructions; may be changed. */
  public InsnList instructions() {
    return instructions;
  }

  /** The label at which the iteration ends. */
  public LabelNode next() {
    return next;
  }

  /** The label in the copy at which a block of the loop starts. */
  public LabelNode startOf(Block block) {
    LabelNode label = starts.get(block);
    if (label == null) {
      throw new IllegalArgumentException(block + " is not in the loop");
    }
    return label;
  }

  /** The block of the loop that starts at a label of the copy; empty if none does. */
  public Optional<Block> blockAt(AbstractInsnNode label) {
    for (Map.Entry<Block, LabelNode> start : starts.entrySet()) {
      if (start.getValue() == label) {
        return Optional.of(start.getKey());
      }
    }
    return Optional.empty();
  }

  private void copy(ControlFlow flow, NaturalLoop loop, Set<Block> left) {
    List<Block> blocks = new ArrayList<>(loop.blocks());
    blocks.sort(Block.IN_ORDER);
    blocks.remove(loop.header());
    blocks.add(0, loop.header());
    Set<Block> throwing = flow.throwingBlocks();
    throwing.removeAll(loop.blocks());
    throwing.removeIf(block -> Collections.disjoint(block.predecessors(), loop.blocks()));
    InsnList original = flow.instructions();
    for (AbstractInsnNode node : original) {
      if (node instanceof LabelNode label) {
        Block block = flow.blockAt(label);
        boolean starts = label == firstLabel(original, block);
        labels.put(
            label,
            starts && block == loop.header()
                ? next
                : starts && !loop.contains(block) && !throwing.contains(block)
                    ? exit
                    : new LabelNode());
      }
    }
    for (Block block : blocks) {
      starts.put(block, new LabelNode());
    }
    for (Block block : throwing) {
      starts.put(block, new LabelNode());
    }
    for (int b = 0; b < blocks.size(); b++) {
      Block block = blocks.get(b);
      if (left.contains(block)) {
        copyThrow(original, block);
        skipped.put(instructions.getLast(), block);
        continue;
      }
      instructions.add(startOf(block));
      int line = lineBefore(original.get(block.first()));
      if (line >= 0) {
        // Class files record only changes of the line, and the blocks are in a new order.
        instructions.add(new LineNumberNode(line, startOf(block)));
      }
      for (int i = block.first(); i <= block.last(); i++) {
        copy(original.get(i), flow);
      }
      addFallThrough(flow, loop, block, b + 1 < blocks.size() ? blocks.get(b + 1) : null);
    }
    instructions.add(next);
    instructions.add(new InsnNode(Opcodes.RETURN));
    for (Block block : throwing) {
      copyThrow(original, block);
    }
    instructions.add(exit);
    instructions.add(new InsnNode(Opcodes.RETURN));
  }

  /** Copies a block that throws as a mere throw, with its line. Nothing else of it matters. */
  private void copyThrow(InsnList original, Block block) {
    instructions.add(startOf(block));
    int line = lineBefore(original.get(block.first()));
    for (int i = block.first(); i <= block.last() && line < 0; i++) {
      line = original.get(i) instanceof LineNumberNode number ? number.line : line;
    }
    if (line >= 0) {
      instructions.add(new LineNumberNode(line, startOf(block)));
    }
    instructions.add(new InsnNode(Opcodes.ACONST_NULL));
    instructions.add(ThrowSite.at(original.get(block.last())));
  }

  private void copy(AbstractInsnNode node, ControlFlow flow) {
    if (node instanceof FrameNode
        || (node instanceof LabelNode label && isPlacedElsewhere(label))) {
      return;
    }
    if (node instanceof LineNumberNode line) {
      LabelNode here = new LabelNode();
      instructions.add(here);
      instructions.add(new LineNumberNode(line.line, here));
      return;
    }
    List<LabelNode> wanted = ControlFlow.targets(node);
    Map<LabelNode, LabelNode> targets = wanted.isEmpty() ? labels : new HashMap<>(labels);
    for (LabelNode target : wanted) {
      Block to = flow.blockAt(target);
      LabelNode mapped = labels.get(target);
      if (mapped != next && mapped != exit && starts.containsKey(to)) {
        targets.put(target, startOf(to));
      }
    }
    instructions.add(node.clone(targets));
  }

  private boolean isPlacedElsewhere(LabelNode label) {
    LabelNode mapped = labels.get(label);
    return mapped == next || mapped == exit;
  }

  private void addFallThrough(
      ControlFlow flow, NaturalLoop loop, Block block, @Nullable Block following) {
    int last = flow.instructions().get(block.last()).getOpcode();
    if (!Instructions.fallsThrough(last) || block.last() + 1 >= flow.instructions().size()) {
      return;
    }
    Block through = flow.blockAt(block.last() + 1);
    if (through == loop.header()) {
      instructions.add(new JumpInsnNode(Opcodes.GOTO, next));
    } else if (!starts.containsKey(through)) {
      instructions.add(new JumpInsnNode(Opcodes.GOTO, exit));
    } else if (through != following) {
      instructions.add(new JumpInsnNode(Opcodes.GOTO, startOf(through)));
    }
  }

  /**
   * The line in effect at the start of a block; -1 if the block has its own line entry, or there is
   * none.
   */
  private static int lineBefore(AbstractInsnNode first) {
    for (AbstractInsnNode node = first;
        node != null && node.getOpcode() < 0;
        node = node.getNext()) {
      if (node instanceof LineNumberNode) {
        return -1;
      }
    }
    for (AbstractInsnNode node = first; node != null; node = node.getPrevious()) {
      if (node instanceof LineNumberNode line) {
        return line.line;
      }
    }
    return -1;
  }

  private static @Nullable LabelNode firstLabel(InsnList instructions, Block block) {
    for (int i = block.first(); i <= block.last(); i++) {
      if (instructions.get(i) instanceof LabelNode label) {
        return label;
      }
      if (instructions.get(i).getOpcode() >= 0) {
        return null;
      }
    }
    return null;
  }
}
