package dev.slipstream.compiler.dataflow;

import dev.slipstream.compiler.classfile.Instructions;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * One iteration of a loop, executed on symbolic values. The blocks are swept in order until nothing
 * changes. Where paths with different values meet, a {@link Value.Phi} represents the result. Back
 * edges to the entry block end the iteration.
 */
public final class SymbolicExecution {
  private final ControlFlow flow;
  private final SlotNames slotNames;
  private final Set<Value> steadyArrays;
  private final BlockFrames<Value> frames;
  private final Map<Block, Set<Integer>> headerPhis = new HashMap<>();
  private final Map<Block, NaturalLoop> headers = new HashMap<>();
  private final Map<Block, BitSet> writtenInLoop = new HashMap<>();
  private final Map<Block, List<Condition>> conditions = new HashMap<>();
  private final Map<Block, Optional<Condition>> jumps = new HashMap<>();

  /** The names of local variables, for messages. */
  @FunctionalInterface
  public interface SlotNames {
    /**
     * Names a variable.
     *
     * @param slot its slot, which it may share with others
     * @param block a block at whose start it is in use
     */
    String of(int slot, Block block);
  }

  /**
   * Executes an iteration.
   *
   * @param flow its blocks; the first is the loop's header
   * @param entry the values of the local variables at the start of the iteration
   * @param maxStack the largest height of the stack
   * @param slotNames the names of local variables, for messages
   */
  public SymbolicExecution(ControlFlow flow, Value[] entry, int maxStack, SlotNames slotNames) {
    this(flow, entry, maxStack, slotNames, Set.of());
  }

  /**
   * Executes an iteration in which the elements of some arrays are invariant.
   *
   * @param steadyArrays the arrays from {@link SteadyArrays#of}
   */
  public SymbolicExecution(
      ControlFlow flow, Value[] entry, int maxStack, SlotNames slotNames, Set<Value> steadyArrays) {
    this.flow = flow;
    this.steadyArrays = Set.copyOf(steadyArrays);
    this.slotNames = slotNames;
    this.frames = new BlockFrames<>(flow, new ValueInterpreter(flow.instructions(), steadyArrays));
    for (NaturalLoop loop : flow.loops()) {
      headers.put(loop.header(), loop);
      writtenInLoop.put(loop.header(), flow.writtenSlots(loop.blocks()));
    }
    Frame<Value> start = new Frame<>(entry.length, maxStack);
    for (int slot = 0; slot < entry.length; slot++) {
      start.setLocal(slot, entry[slot]);
    }
    boolean changed = true;
    while (changed) {
      changed = frames.sweep(flow.blocks(), start, this::meet);
    }
  }

  /** The blocks of the iteration. */
  public ControlFlow flow() {
    return flow;
  }

  /** The values before an instruction; empty if it never does. */
  public Optional<Frame<Value>> before(int instruction) {
    return frames.before(instruction);
  }

  /** Visits every instruction that can run, with the values before it, in order. */
  public void walk(BlockFrames.Visitor<Value> visitor) {
    frames.walk(visitor);
  }

  /** Visits every instruction of a block, if it can run, with the values before it, in order. */
  public void walk(Block block, BlockFrames.Visitor<Value> visitor) {
    frames.walk(block, visitor);
  }

  /**
   * The operands of an instruction that can run, the first one first; none if it only moves values.
   */
  public List<Value> operands(AbstractInsnNode node) {
    return operands(node, before(flow.instructions().indexOf(node)).orElseThrow());
  }

  /**
   * The operands of an instruction.
   *
   * @param frame the values before it
   */
  public static List<Value> operands(AbstractInsnNode node, Frame<Value> frame) {
    if (node instanceof IincInsnNode increment) {
      return List.of(frame.getLocal(increment.var));
    }
    List<Value> operands = new ArrayList<>();
    int height = frame.getStackSize();
    for (int s = height - Instructions.operands(node); s < height; s++) {
      operands.add(frame.getStack(s));
    }
    return operands;
  }

  /** Whether an instruction reads an invariant element. */
  public boolean readsSteadyElement(AbstractInsnNode node) {
    if (!Instructions.loadsElement(node.getOpcode())) {
      return false;
    }
    List<Value> operands =
        before(flow.instructions().indexOf(node)).isEmpty() ? List.of() : operands(node);
    return operands.size() == 2
        && steadyArrays.contains(operands.get(0))
        && SteadyArrays.isIndex(operands.get(1));
  }

  /** Whether a block can run. */
  public boolean runs(Block block) {
    return frames.atStartOf(block).isPresent();
  }

  /** The values when a block ends; empty if it never runs. */
  public Optional<Frame<Value>> after(Block block) {
    return frames.atEndOf(block);
  }

  /**
   * The condition under which a block's conditional jump is taken.
   *
   * @return empty if the block does not end with a jump that compares ints or longs
   */
  public Optional<Condition> jumpCondition(Block block) {
    Optional<Condition> known = jumps.get(block);
    if (known == null) {
      known = findJumpCondition(block);
      jumps.put(block, known);
    }
    return known;
  }

  private Optional<Condition> findJumpCondition(Block block) {
    AbstractInsnNode last = flow.instructions().get(block.last());
    Frame<Value> frame = before(block.last()).orElse(null);
    if (frame == null || !(last instanceof JumpInsnNode jump) || block.successors().size() != 2) {
      return Optional.empty();
    }
    if (jump.getOpcode() == Opcodes.IFNULL || jump.getOpcode() == Opcodes.IFNONNULL) {
      Value object = frame.getStack(frame.getStackSize() - 1);
      return object.isCapture()
          ? Optional.of(Condition.ofNullTest(jump.getOpcode() == Opcodes.IFNULL, object))
          : Optional.empty();
    }
    boolean two = jump.getOpcode() >= Opcodes.IF_ICMPEQ && jump.getOpcode() <= Opcodes.IF_ICMPLE;
    int top = frame.getStackSize() - 1;
    Value right = two ? frame.getStack(top) : new Value.Constant('I', 0);
    return Condition.ofJump(jump.getOpcode(), frame.getStack(two ? top - 1 : top), right);
  }

  /** The conditions that hold wherever a block runs, innermost last. */
  public List<Condition> conditions(Block block) {
    List<Condition> known = conditions.get(block);
    if (known == null) {
      List<Condition> holding = new ArrayList<>();
      for (Block passed : flow.blocks()) {
        if (passed.index() != 0 && flow.dominates(passed, block)) {
          add(entryCondition(passed), holding);
        }
      }
      known = List.copyOf(holding);
      conditions.put(block, known);
    }
    return known;
  }

  private static void add(Optional<Condition> condition, List<Condition> holding) {
    if (condition.isPresent()) {
      holding.add(condition.get());
    }
  }

  /** Whether a block is one side of a jump whose condition is among {@link #conditions}. */
  public boolean isConditional(Block block) {
    return entryCondition(block).isPresent();
  }

  /**
   * The values that meet in a phi.
   *
   * @return empty if the phi belongs to a loop's header, so that its values come from other
   *     iterations too
   */
  public List<Choice> incoming(Value.Phi phi) {
    Block block = flow.blocks().get(phi.block());
    List<Choice> ways = new ArrayList<>();
    if (headers.containsKey(block)) {
      return ways;
    }
    meeting(phi)
        .forEach(
            (predecessor, value) -> {
              List<Condition> holding = new ArrayList<>(conditions(predecessor));
              add(edgeCondition(predecessor, block), holding);
              ways.add(new Choice(value, holding));
            });
    return ways;
  }

  /** The value of a phi on each path to its block that can run, including those around a loop. */
  public Map<Block, Value> meeting(Value.Phi phi) {
    Map<Block, Value> ways = new LinkedHashMap<>();
    for (Block predecessor : frames.running(flow.blocks().get(phi.block()))) {
      ways.put(predecessor, frames.atEndOf(predecessor, phi.position()));
    }
    return ways;
  }

  /**
   * The condition on the only path to a block; empty if there are several, or if it is not known.
   */
  public Optional<Condition> entryCondition(Block block) {
    return block.predecessors().size() == 1
        ? edgeCondition(block.predecessors().get(0), block)
        : Optional.empty();
  }

  private Optional<Condition> edgeCondition(Block from, Block block) {
    if (!(flow.instructions().get(from.last()) instanceof JumpInsnNode jump)) {
      return Optional.empty();
    }
    boolean taken = flow.blockAt(jump.label) == block;
    Optional<Condition> condition = jumpCondition(from);
    return taken || condition.isEmpty() ? condition : Optional.of(condition.get().negated());
  }

  private Value meet(Block block, int position, List<Block> ways) {
    return position < BlockFrames.STACK
        ? meetInLocal(block, position, ways)
        : meetOnStack(block, position, ways);
  }

  private Value meetInLocal(Block block, int slot, List<Block> ways) {
    Value met = frames.atEndOf(ways.get(0), slot);
    Set<Integer> phis = headerPhis.getOrDefault(block, Set.of());
    for (int way = 1; way < ways.size(); way++) {
      Value next = frames.atEndOf(ways.get(way), slot);
      if (!isUnchanged(block, ways.get(way), slot) && !met.equals(next)) {
        met = phi(block, slot, met, next);
        if (headers.containsKey(block)) {
          phis = headerPhis.computeIfAbsent(block, b -> new HashSet<>());
          phis.add(slot);
        }
      }
    }
    return phis.contains(slot) ? phi(block, slot, met, met) : met;
  }

  /** Whether a slot comes around a back edge unchanged, because the loop does not write it. */
  private boolean isUnchanged(Block block, Block predecessor, int slot) {
    NaturalLoop loop = headers.get(block);
    return loop != null
        && loop.contains(predecessor)
        && !writtenInLoop.getOrDefault(block, new BitSet()).get(slot);
  }

  /**
   * The value on the stack where all paths meet, if all of them have the same one. A phi of this
   * place itself, which has only come around the loop, is ignored.
   */
  private Value meetOnStack(Block block, int position, List<Block> ways) {
    Value met = null;
    for (Block way : ways) {
      Value next = frames.atEndOf(way, position);
      boolean isItself =
          next instanceof Value.Phi phi
              && phi.block() == block.index()
              && phi.position() == position;
      if (!isItself) {
        met = met == null || met.equals(next) ? next : phi(block, position, met, next);
      }
    }
    return met == null ? frames.atEndOf(ways.get(0), position) : met;
  }

  private Value phi(Block block, int position, Value first, Value second) {
    if (first.kind() != second.kind() || first.kind() == 'V') {
      return new Value.Undefined();
    }
    String name = position < BlockFrames.STACK ? slotNames.of(position, block) : "…";
    return new Value.Phi(block.index(), position, first.kind(), name);
  }
}
