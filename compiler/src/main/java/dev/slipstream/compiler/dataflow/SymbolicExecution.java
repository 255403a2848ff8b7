package dev.slipstream.compiler.dataflow;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * One iteration of a loop, executed on symbolic values. The blocks are swept in order until nothing
 * changes; where ways with different values meet, a {@link Value.Phi} stands for them. Back edges
 * to the entry block end the iteration.
 */
public final class SymbolicExecution {
  private final ControlFlow flow;
  private final SlotNames slotNames;
  private final BlockFrames<Value> frames;
  private final Map<Block, Set<Integer>> headerPhis = new HashMap<>();
  private final Map<Block, NaturalLoop> headers = new HashMap<>();
  private final Map<Block, BitSet> writtenInLoop = new HashMap<>();
  private final Map<Block, List<Condition>> conditions = new HashMap<>();

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
    this.flow = flow;
    this.slotNames = slotNames;
    this.frames = new BlockFrames<>(flow, new ValueInterpreter(flow.instructions()));
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
      changed = frames.sweep(flow.blocks(), start, this::merge);
    }
  }

  /** The values before an instruction runs; empty if it never does. */
  public Optional<Frame<Value>> before(int instruction) {
    return frames.before(instruction);
  }

  /** Shows every instruction that can run, with the values before it, in order. */
  public void walk(BlockFrames.Visitor<Value> visitor) {
    frames.walk(visitor);
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
          entryCondition(passed).ifPresent(holding::add);
        }
      }
      known = List.copyOf(holding);
      conditions.put(block, known);
    }
    return known;
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
    for (Block predecessor : block.predecessors()) {
      Frame<Value> frame = frames.atEndOf(predecessor).orElse(null);
      if (frame != null) {
        List<Condition> holding = new ArrayList<>(conditions(predecessor));
        edgeCondition(predecessor, block).ifPresent(holding::add);
        int position = phi.position();
        Value value =
            position < Value.Phi.STACK
                ? frame.getLocal(position)
                : frame.getStack(position - Value.Phi.STACK);
        ways.add(new Choice(value, holding));
      }
    }
    return ways;
  }

  private Optional<Condition> entryCondition(Block block) {
    return block.predecessors().size() == 1
        ? edgeCondition(block.predecessors().get(0), block)
        : Optional.empty();
  }

  private Optional<Condition> edgeCondition(Block from, Block block) {
    if (!(flow.instructions().get(from.last()) instanceof JumpInsnNode jump)) {
      return Optional.empty();
    }
    boolean taken = flow.blockAt(jump.label) == block;
    return jumpCondition(from).map(condition -> taken ? condition : condition.negated());
  }

  private @Nullable Frame<Value> merge(Block block) {
    Frame<Value> merged = null;
    for (Block predecessor : block.predecessors()) {
      Frame<Value> frame = frames.atEndOf(predecessor).orElse(null);
      if (frame == null) {
        continue;
      }
      if (merged == null) {
        merged = new Frame<>(frame);
      } else {
        mergeInto(block, predecessor, merged, frame);
      }
    }
    if (merged != null) {
      mergeStack(block, merged);
      for (int slot : headerPhis.getOrDefault(block, Set.of())) {
        merged.setLocal(slot, phi(block, slot, merged.getLocal(slot), merged.getLocal(slot)));
      }
    }
    return merged;
  }

  /** What a loop does not write comes around a back edge as it went in. */
  private boolean isUnchanged(Block block, Block predecessor, int slot) {
    NaturalLoop loop = headers.get(block);
    return loop != null
        && loop.contains(predecessor)
        && !writtenInLoop.getOrDefault(block, new BitSet()).get(slot);
  }

  private void mergeInto(Block block, Block predecessor, Frame<Value> merged, Frame<Value> frame) {
    for (int slot = 0; slot < merged.getLocals(); slot++) {
      if (isUnchanged(block, predecessor, slot)) {
        continue;
      }
      Value first = merged.getLocal(slot);
      Value second = frame.getLocal(slot);
      if (!first.equals(second)) {
        merged.setLocal(slot, phi(block, slot, first, second));
        if (headers.containsKey(block)) {
          headerPhis.computeIfAbsent(block, b -> new HashSet<>()).add(slot);
        }
      }
    }
  }

  /**
   * What lies on the stack where all ways meet: one value, if all of them bring the same. A phi of
   * this place itself brings nothing new.
   */
  private void mergeStack(Block block, Frame<Value> merged) {
    for (int s = 0; s < merged.getStackSize(); s++) {
      Value operand = null;
      for (Block predecessor : block.predecessors()) {
        Frame<Value> frame = frames.atEndOf(predecessor).orElse(null);
        Value next = frame == null ? null : frame.getStack(s);
        if (next == null || isItself(block, s, next)) {
          continue;
        }
        operand =
            operand == null || operand.equals(next)
                ? next
                : phi(block, Value.Phi.STACK + s, operand, next);
      }
      if (operand != null) {
        merged.setStack(s, operand);
      }
    }
  }

  /** Whether an operand has only come around the loop. */
  private static boolean isItself(Block block, int position, Value value) {
    return value instanceof Value.Phi phi
        && phi.block() == block.index()
        && phi.position() == Value.Phi.STACK + position;
  }

  private Value phi(Block block, int position, Value first, Value second) {
    if (first.kind() != second.kind() || first.kind() == 'V') {
      return new Value.Undefined();
    }
    String name = position < Value.Phi.STACK ? slotNames.of(position, block) : "…";
    return new Value.Phi(block.index(), position, first.kind(), name);
  }
}
