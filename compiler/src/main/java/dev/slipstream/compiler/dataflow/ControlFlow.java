package dev.slipstream.compiler.dataflow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * The basic blocks of a method with their dominators and natural loops. Exception handlers are
 * successors of every block that they protect. Dominators by iteration over bit sets (Aho, Sethi,
 * Ullman, Compilers, 10.4), which serves for the sizes of Java methods.
 */
public final class ControlFlow {
  private final InsnList instructions;
  private final List<TryCatchBlockNode> handlers;
  private final List<Block> blocks = new ArrayList<>();
  private final Block[] blockOf;
  private final BitSet handlerBlocks = new BitSet();
  private final BitSet[] dominators;

  private ControlFlow(InsnList instructions, List<TryCatchBlockNode> handlers) {
    this.instructions = instructions;
    this.handlers = List.copyOf(handlers);
    this.blockOf = new Block[instructions.size()];
    cut();
    connect();
    this.dominators = computeDominators();
  }

  /** The control flow of a method, exception handlers included. */
  public static ControlFlow of(MethodNode method) {
    return new ControlFlow(method.instructions, method.tryCatchBlocks);
  }

  /** The control flow of instructions without handlers. */
  public static ControlFlow of(InsnList instructions) {
    return new ControlFlow(instructions, List.of());
  }

  /** The blocks in the order of their instructions; the first is the entry. */
  public List<Block> blocks() {
    return blocks;
  }

  /** The exception handlers. */
  public List<TryCatchBlockNode> handlers() {
    return handlers;
  }

  /** Whether an exception handler starts with a block. */
  public boolean startsHandler(Block block) {
    return handlerBlocks.get(block.index());
  }

  /** The instructions that the blocks' indices count. */
  public InsnList instructions() {
    return instructions;
  }

  /** The block of the instruction at an index. */
  public Block blockAt(int instruction) {
    return blockOf[instruction];
  }

  /** The block that starts at a label. */
  public Block blockAt(LabelNode label) {
    return blockOf[instructions.indexOf(label)];
  }

  /** Whether every way from the entry to {@code b} passes {@code a}; a block dominates itself. */
  public boolean dominates(Block a, Block b) {
    return dominators[b.index()].get(a.index());
  }

  /** Whether a block can be reached from the entry. */
  public boolean reachable(Block block) {
    return block.index() == 0 || !dominators[block.index()].isEmpty();
  }

  /** The last real instruction of a block, or its last node if it holds none. */
  public AbstractInsnNode lastInstruction(Block block) {
    for (int i = block.last(); i >= block.first(); i--) {
      if (instructions.get(i).getOpcode() >= 0) {
        return instructions.get(i);
      }
    }
    return instructions.get(block.last());
  }

  /** All natural loops, outer ones before inner ones, in the order of their headers. */
  public List<NaturalLoop> loops() {
    Map<Integer, Set<Block>> byHeader = new TreeMap<>();
    for (Block block : blocks) {
      for (Block successor : block.successors()) {
        if (reachable(block) && dominates(successor, block)) {
          Set<Block> members =
              byHeader.computeIfAbsent(successor.index(), h -> new HashSet<>(Set.of(successor)));
          collect(block, members);
        }
      }
    }
    List<NaturalLoop> loops = new ArrayList<>();
    byHeader.forEach((header, members) -> loops.add(new NaturalLoop(blocks.get(header), members)));
    loops.sort(Comparator.comparingInt((NaturalLoop l) -> l.header().first()));
    return loops;
  }

  /**
   * Whether every circle of blocks is a natural loop, entered through its header alone: without the
   * jumps back to headers no circle is left.
   */
  public boolean isReducible() {
    int[] open = new int[blocks.size()];
    Deque<Block> ready = new ArrayDeque<>();
    int left = 0;
    for (Block block : blocks) {
      if (reachable(block)) {
        left++;
        open[block.index()] =
            (int)
                block.predecessors().stream()
                    .filter(from -> reachable(from) && !dominates(block, from))
                    .count();
        if (open[block.index()] == 0) {
          ready.push(block);
        }
      }
    }
    while (!ready.isEmpty()) {
      Block block = ready.pop();
      left--;
      for (Block successor : block.successors()) {
        if (!dominates(successor, block) && --open[successor.index()] == 0) {
          ready.push(successor);
        }
      }
    }
    return left == 0;
  }

  /** The local slots that some blocks write. */
  public BitSet writtenSlots(Iterable<Block> some) {
    BitSet written = new BitSet();
    for (Block block : some) {
      for (int i = block.first(); i <= block.last(); i++) {
        int slot = Liveness.writtenSlot(instructions.get(i));
        if (slot >= 0) {
          written.set(slot);
        }
      }
    }
    return written;
  }

  /** Whether the method uses the subroutines of old class files. */
  public static boolean usesSubroutines(MethodNode method) {
    for (AbstractInsnNode node : method.instructions) {
      if (node.getOpcode() == Opcodes.JSR || node.getOpcode() == Opcodes.RET) {
        return true;
      }
    }
    return false;
  }

  private static void collect(Block from, Set<Block> members) {
    Deque<Block> open = new ArrayDeque<>();
    if (members.add(from)) {
      open.push(from);
    }
    while (!open.isEmpty()) {
      for (Block predecessor : open.pop().predecessors()) {
        if (members.add(predecessor)) {
          open.push(predecessor);
        }
      }
    }
  }

  private void cut() {
    BitSet leaders = new BitSet();
    leaders.set(0);
    for (TryCatchBlockNode handler : handlers) {
      leaders.set(instructions.indexOf(handler.start));
      leaders.set(instructions.indexOf(handler.end));
      leaders.set(instructions.indexOf(handler.handler));
    }
    for (int i = 0; i < instructions.size(); i++) {
      AbstractInsnNode node = instructions.get(i);
      List<LabelNode> targets = targets(node);
      targets.forEach(target -> leaders.set(instructions.indexOf(target)));
      if (!targets.isEmpty() || endsMethod(node.getOpcode())) {
        leaders.set(i + 1);
      }
    }
    int size = instructions.size();
    for (int first = leaders.nextSetBit(0); first >= 0 && first < size; ) {
      int next = leaders.nextSetBit(first + 1);
      int last = (next < 0 || next > size ? size : next) - 1;
      Block block = new Block(blocks.size(), first, last);
      blocks.add(block);
      for (int i = first; i <= last; i++) {
        blockOf[i] = block;
      }
      first = next;
    }
  }

  private void connect() {
    for (TryCatchBlockNode handler : handlers) {
      handlerBlocks.set(blockAt(handler.handler).index());
    }
    for (Block block : blocks) {
      connect(block);
    }
    BitSet reached = new BitSet();
    Deque<Block> open = new ArrayDeque<>(blocks.subList(0, Math.min(1, blocks.size())));
    while (!open.isEmpty()) {
      Block block = open.pop();
      if (!reached.get(block.index())) {
        reached.set(block.index());
        block.successors().forEach(open::push);
      }
    }
    // What cannot be reached is before nothing.
    blocks.forEach(block -> block.keepPredecessors(reached));
  }

  private void connect(Block block) {
    AbstractInsnNode last = instructions.get(block.last());
    if (fallsThrough(last.getOpcode()) && block.last() + 1 < instructions.size()) {
      block.addSuccessor(blockOf[block.last() + 1]);
    }
    for (LabelNode target : targets(last)) {
      block.addSuccessor(blockAt(target));
    }
    for (TryCatchBlockNode handler : handlers) {
      if (block.first() >= instructions.indexOf(handler.start)
          && block.first() < instructions.indexOf(handler.end)) {
        block.addSuccessor(blockAt(handler.handler));
      }
    }
  }

  private BitSet[] computeDominators() {
    BitSet[] sets = new BitSet[blocks.size()];
    for (int b = 0; b < sets.length; b++) {
      sets[b] = new BitSet();
    }
    if (sets.length == 0) {
      return sets;
    }
    BitSet known = new BitSet();
    sets[0].set(0);
    known.set(0);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int b = 1; b < sets.length; b++) {
        BitSet meet = null;
        for (Block predecessor : blocks.get(b).predecessors()) {
          if (known.get(predecessor.index())) {
            if (meet == null) {
              meet = (BitSet) sets[predecessor.index()].clone();
            } else {
              meet.and(sets[predecessor.index()]);
            }
          }
        }
        if (meet != null) {
          meet.set(b);
          if (!known.get(b) || !meet.equals(sets[b])) {
            known.set(b);
            sets[b] = meet;
            changed = true;
          }
        }
      }
    }
    return sets;
  }

  private static boolean endsMethod(int opcode) {
    return (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN)
        || opcode == Opcodes.ATHROW
        || opcode == Opcodes.RET;
  }

  private static boolean fallsThrough(int opcode) {
    return !endsMethod(opcode)
        && opcode != Opcodes.GOTO
        && opcode != Opcodes.TABLESWITCH
        && opcode != Opcodes.LOOKUPSWITCH;
  }

  private static boolean mayJump(int opcode) {
    return (opcode >= Opcodes.IFEQ && opcode <= Opcodes.LOOKUPSWITCH) || opcode >= Opcodes.IFNULL;
  }

  /** The labels that an instruction may jump to. */
  public static List<LabelNode> targets(AbstractInsnNode node) {
    if (!mayJump(node.getOpcode())) {
      return List.of();
    }
    if (node instanceof JumpInsnNode jump) {
      return List.of(jump.label);
    }
    if (node instanceof TableSwitchInsnNode table) {
      List<LabelNode> labels = new ArrayList<>(table.labels);
      labels.add(table.dflt);
      return labels;
    }
    if (node instanceof LookupSwitchInsnNode lookup) {
      List<LabelNode> labels = new ArrayList<>(lookup.labels);
      labels.add(lookup.dflt);
      return labels;
    }
    return List.of();
  }
}
