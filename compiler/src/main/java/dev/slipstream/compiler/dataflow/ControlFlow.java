package dev.slipstream.compiler.dataflow;

import dev.slipstream.compiler.classfile.Instructions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
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
 * successors of every block that they protect.
 *
 * <p>Blocks, numbers and labels remain those of the original method if instructions are inserted
 * into it later.
 */
public final class ControlFlow {
  private final InsnList instructions;
  private final List<TryCatchBlockNode> handlers;
  private final AbstractInsnNode[] nodes;
  private final List<Block> blocks = new ArrayList<>();
  private final Block[] blockOf;
  private final Map<LabelNode, Block> blockOfLabel = new HashMap<>();
  private final BitSet handlerBlocks = new BitSet();

  /** The local slots that a block writes, once they were asked for. */
  private final Map<Block, BitSet> writtenIn = new HashMap<>();

  /** Created on first use: most methods need the blocks alone. */
  private @Nullable FlowGraph graph;

  private ControlFlow(InsnList instructions, List<TryCatchBlockNode> handlers) {
    this.instructions = instructions;
    this.handlers = List.copyOf(handlers);
    this.nodes = instructions.toArray();
    this.blockOf = new Block[nodes.length];
    cut();
    connect();
  }

  private FlowGraph graph() {
    FlowGraph known = graph;
    if (known == null) {
      int[][] successors = new int[blocks.size()][];
      for (Block block : blocks) {
        List<Block> next = block.successors();
        successors[block.index()] = new int[next.size()];
        for (int s = 0; s < next.size(); s++) {
          successors[block.index()][s] = next.get(s).index();
        }
      }
      known = new FlowGraph(successors);
      graph = known;
    }
    return known;
  }

  /** The control flow of a method, including exception handlers. */
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

  /** Whether a block is the start of an exception handler. */
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
    Block known = blockOfLabel.get(label);
    return known == null ? blockOf[instructions.indexOf(label)] : known;
  }

  /** Whether a jump to a label leads to a block; false for labels that were inserted later. */
  public boolean isTarget(Block block, LabelNode label) {
    return blockOfLabel.get(label) == block;
  }

  /** The instruction at an index. */
  public AbstractInsnNode instruction(int number) {
    return nodes[number];
  }

  /** Whether every path from the entry to {@code b} passes {@code a}; a block dominates itself. */
  public boolean dominates(Block a, Block b) {
    return graph().dominates(a.index(), b.index());
  }

  /** Whether a block can be reached from the entry. */
  public boolean reachable(Block block) {
    return graph().reaches(block.index());
  }

  /** The last real instruction of a block, or its last node if it has none. */
  public AbstractInsnNode lastInstruction(Block block) {
    for (int i = block.last(); i >= block.first(); i--) {
      if (nodes[i].getOpcode() >= 0) {
        return nodes[i];
      }
    }
    return nodes[block.last()];
  }

  /** The blocks that can be reached, in reverse postorder. */
  public List<Block> reversePostorder() {
    List<Block> ordered = new ArrayList<>();
    for (int index : graph().order()) {
      ordered.add(blocks.get(index));
    }
    return ordered;
  }

  /** All natural loops, outer ones before inner ones, in the order of their headers. */
  public List<NaturalLoop> loops() {
    List<NaturalLoop> loops = new ArrayList<>();
    for (FlowGraph.Loop loop : graph().loops()) {
      Set<Block> members = new LinkedHashSet<>();
      for (int index = loop.nodes().nextSetBit(0);
          index >= 0;
          index = loop.nodes().nextSetBit(index + 1)) {
        members.add(blocks.get(index));
      }
      loops.add(new NaturalLoop(blocks.get(loop.header()), members));
    }
    loops.sort((first, second) -> Integer.compare(first.header().index(), second.header().index()));
    return loops;
  }

  /** Whether every cycle of blocks is a natural loop, entered through its header alone. */
  public boolean isReducible() {
    return graph().isReducible();
  }

  /** The local slots that some blocks write. */
  public BitSet writtenSlots(Iterable<Block> some) {
    BitSet written = new BitSet();
    for (Block block : some) {
      written.or(writtenIn.computeIfAbsent(block, this::writtenSlots));
    }
    return written;
  }

  private BitSet writtenSlots(Block block) {
    BitSet written = new BitSet();
    for (int i = block.first(); i <= block.last(); i++) {
      int slot = Liveness.writtenSlot(nodes[i]);
      if (slot >= 0) {
        written.set(slot);
      }
    }
    return written;
  }

  /**
   * The blocks from which every path ends in a {@code throw}: those that create an exception,
   * including its message. Kernels do not run them. A device that reaches one aborts, and the
   * program's own loop runs instead. This is the least such set, so that it does not contain
   * endless loops; its order is the same each time.
   */
  public Set<Block> throwingBlocks() {
    Set<Block> throwing = new LinkedHashSet<>();
    for (boolean grown = true; grown; ) {
      grown = false;
      for (Block block : blocks) {
        boolean ends =
            lastInstruction(block).getOpcode() == Opcodes.ATHROW
                || (!block.successors().isEmpty() && throwing.containsAll(block.successors()));
        grown |= ends && throwing.add(block);
      }
    }
    return throwing;
  }

  /** Whether the method uses the subroutines of old class file versions. */
  public static boolean usesSubroutines(MethodNode method) {
    for (AbstractInsnNode node : method.instructions) {
      if (node.getOpcode() == Opcodes.JSR || node.getOpcode() == Opcodes.RET) {
        return true;
      }
    }
    return false;
  }

  private void cut() {
    BitSet leaders = new BitSet();
    leaders.set(0);
    for (TryCatchBlockNode handler : handlers) {
      leaders.set(instructions.indexOf(handler.start));
      leaders.set(instructions.indexOf(handler.end));
      leaders.set(instructions.indexOf(handler.handler));
    }
    for (int i = 0; i < nodes.length; i++) {
      AbstractInsnNode node = nodes[i];
      boolean mayJump = mayJump(node.getOpcode());
      if (mayJump) {
        for (LabelNode target : targets(node)) {
          leaders.set(instructions.indexOf(target));
        }
      }
      if (mayJump || Instructions.endsMethod(node.getOpcode())) {
        leaders.set(i + 1);
      }
    }
    int size = nodes.length;
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
      handlerBlocks.set(target(handler.handler).index());
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
        for (Block next : block.successors()) {
          open.push(next);
        }
      }
    }
    for (Block block : blocks) {
      // An unreachable block is the predecessor of none.
      block.keepPredecessors(reached);
    }
  }

  private void connect(Block block) {
    AbstractInsnNode last = nodes[block.last()];
    if (Instructions.fallsThrough(last.getOpcode()) && block.last() + 1 < nodes.length) {
      block.addSuccessor(blockOf[block.last() + 1]);
    }
    for (LabelNode target : targets(last)) {
      block.addSuccessor(target(target));
    }
    for (TryCatchBlockNode handler : handlers) {
      if (block.first() >= instructions.indexOf(handler.start)
          && block.first() < instructions.indexOf(handler.end)) {
        block.addHandler(handler, target(handler.handler));
      }
    }
  }

  private Block target(LabelNode label) {
    Block known = blockOfLabel.get(label);
    if (known == null) {
      known = blockOf[instructions.indexOf(label)];
      blockOfLabel.put(label, known);
    }
    return known;
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
