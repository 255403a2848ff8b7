package dev.slipstream.compiler.inlining;

import dev.slipstream.compiler.flow.Block;
import dev.slipstream.compiler.flow.ControlFlow;
import dev.slipstream.compiler.flow.NaturalLoop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * A copy of a loop's instructions, cut so that it is one iteration: the header comes first, back
 * edges lead to {@link #next()}, and the way out of the loop leads to {@link #exit()}.
 */
public final class Region {
  private final InsnList instructions = new InsnList();
  private final Map<LabelNode, LabelNode> labels = new HashMap<>();
  private final Map<Block, LabelNode> starts = new HashMap<>();
  private final LabelNode next = new LabelNode();
  private final LabelNode exit = new LabelNode();

  private Region() {}

  /**
   * Copies a loop.
   *
   * @param line the line of its head, which often stands before the loop's instructions; or -1
   */
  public static Region of(ControlFlow flow, NaturalLoop loop, int line) {
    Region region = new Region();
    region.copy(flow, loop, line);
    return region;
  }

  /** The instructions; may be changed. */
  public InsnList instructions() {
    return instructions;
  }

  /** Where the iteration ends. */
  public LabelNode next() {
    return next;
  }

  /** Where the loop is left. */
  public LabelNode exit() {
    return exit;
  }

  /** The label in the copy at which a block of the loop starts. */
  public LabelNode startOf(Block block) {
    LabelNode label = starts.get(block);
    if (label == null) {
      throw new IllegalArgumentException(block + " is not in the loop");
    }
    return label;
  }

  private void copy(ControlFlow flow, NaturalLoop loop, int line) {
    List<Block> blocks = new ArrayList<>(loop.blocks());
    blocks.sort(Comparator.comparingInt(Block::index));
    blocks.remove(loop.header());
    blocks.add(0, loop.header());
    InsnList original = flow.instructions();
    for (AbstractInsnNode node : original) {
      if (node instanceof LabelNode label) {
        Block block = flow.blockAt(label);
        boolean starts = label == firstLabel(original, block);
        labels.put(
            label,
            starts && block == loop.header()
                ? next
                : starts && !loop.contains(block) ? exit : new LabelNode());
      }
    }
    for (Block block : blocks) {
      starts.put(block, new LabelNode());
    }
    for (int b = 0; b < blocks.size(); b++) {
      Block block = blocks.get(b);
      instructions.add(startOf(block));
      if (b == 0 && line >= 0) {
        instructions.add(new LineNumberNode(line, startOf(block)));
      }
      for (int i = block.first(); i <= block.last(); i++) {
        copy(original.get(i), flow);
      }
      addFallThrough(flow, loop, block, b + 1 < blocks.size() ? blocks.get(b + 1) : null);
    }
    instructions.add(next);
    instructions.add(new InsnNode(Opcodes.RETURN));
    instructions.add(exit);
    instructions.add(new InsnNode(Opcodes.RETURN));
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
    Map<LabelNode, LabelNode> targets = new HashMap<>(labels);
    for (LabelNode target : ControlFlow.targets(node)) {
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
    boolean ends =
        last == Opcodes.GOTO
            || last == Opcodes.TABLESWITCH
            || last == Opcodes.LOOKUPSWITCH
            || (last >= Opcodes.IRETURN && last <= Opcodes.RETURN)
            || last == Opcodes.ATHROW;
    if (ends || block.last() + 1 >= flow.instructions().size()) {
      return;
    }
    Block through = flow.blockAt(block.last() + 1);
    if (through == loop.header()) {
      instructions.add(new JumpInsnNode(Opcodes.GOTO, next));
    } else if (!loop.contains(through)) {
      instructions.add(new JumpInsnNode(Opcodes.GOTO, exit));
    } else if (through != following) {
      instructions.add(new JumpInsnNode(Opcodes.GOTO, startOf(through)));
    }
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
