package dev.slipstream.compiler.dataflow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;
import org.objectweb.asm.tree.analysis.Value;

/**
 * The values of local variables and of the stack at the starts and ends of blocks. The blocks are
 * swept in order until nothing changes. The caller defines the values, and how they meet. Not
 * thread-safe.
 *
 * @param <V> the values
 */
public final class BlockFrames<V extends Value> {
  /** The first position that denotes a place on the stack; those below are local slots. */
  public static final int STACK = 1 << 17;

  private final ControlFlow flow;
  private final Interpreter<V> interpreter;
  private final Map<Block, Frame<V>> in = new HashMap<>();
  private final Map<Block, Frame<V>> out = new HashMap<>();

  private final Map<Block, Trail<V>> trails = new HashMap<>();

  /**
   * @param flow the blocks; the first is the entry
   * @param interpreter computes the results of instructions
   */
  public BlockFrames(ControlFlow flow, Interpreter<V> interpreter) {
    this.flow = flow;
    this.interpreter = interpreter;
  }

  /**
   * Computes the value where paths meet.
   *
   * @param <V> the values
   */
  public interface Meeting<V extends Value> {
    /**
     * The value of a place at the start of a block other than the entry.
     *
     * @param position the local's slot, or {@link #STACK} plus the place on the stack
     * @param ways the predecessors that are known to run, at least one
     */
    V meet(Block block, int position, List<Block> ways);

    /**
     * Called whenever a block has been swept.
     *
     * @return whether something changed that affects how values meet
     */
    default boolean passed(Block block) {
      return false;
    }
  }

  /**
   * Visits instructions with the values before them.
   *
   * @param <V> the values
   */
  @FunctionalInterface
  public interface Visitor<V extends Value> {
    /**
     * Visits one instruction.
     *
     * @param block the instruction's block
     * @param node the instruction
     * @param frame the values before it; changes after the call
     */
    void visit(Block block, AbstractInsnNode node, Frame<V> frame);
  }

  /**
   * Sweeps once over the blocks.
   *
   * @param order the blocks
   * @param entry the values at the start of the entry
   * @return whether something changed, so that another sweep is needed
   */
  public boolean sweep(List<Block> order, Frame<V> entry, Meeting<V> meeting) {
    boolean changed = false;
    for (Block block : order) {
      Frame<V> start = block.index() == 0 ? entry : merge(block, meeting);
      if (start != null) {
        changed |= enter(block, start);
        changed |= meeting.passed(block);
      }
    }
    return changed;
  }

  private @Nullable Frame<V> merge(Block block, Meeting<V> meeting) {
    List<Block> ways = running(block);
    if (ways.isEmpty()) {
      return null;
    }
    Frame<V> merged = new Frame<>(atEndOf(ways.get(0)).orElseThrow());
    for (int slot = 0; slot < merged.getLocals(); slot++) {
      merged.setLocal(slot, meeting.meet(block, slot, ways));
    }
    for (int depth = 0; depth < merged.getStackSize(); depth++) {
      merged.setStack(depth, meeting.meet(block, STACK + depth, ways));
    }
    return merged;
  }

  /** The predecessors of a block that are known to run. */
  public List<Block> running(Block block) {
    List<Block> running = new ArrayList<>(block.predecessors());
    running.retainAll(out.keySet());
    return running;
  }

  /**
   * The value of a place at the end of a block that runs.
   *
   * @param position the local's slot, or {@link #STACK} plus the place on the stack
   */
  public V atEndOf(Block block, int position) {
    Frame<V> frame = atEndOf(block).orElseThrow();
    return position < STACK ? frame.getLocal(position) : frame.getStack(position - STACK);
  }

  private boolean enter(Block block, Frame<V> start) {
    Frame<V> end = through(block, block.last() + 1, start);
    Frame<V> oldStart = in.put(block, start);
    Frame<V> oldEnd = out.put(block, end);
    return oldStart == null || oldEnd == null || !same(oldStart, start) || !same(oldEnd, end);
  }

  private Frame<V> through(Block block, int until, Frame<V> start) {
    Frame<V> current = new Frame<>(start);
    for (int i = block.first(); i < until; i++) {
      execute(current, flow.instructions().get(i), interpreter);
    }
    return current;
  }

  /** The values when a block starts; empty if it never runs. */
  public Optional<Frame<V>> atStartOf(Block block) {
    return Optional.ofNullable(in.get(block));
  }

  /** The values when a block ends; empty if it never runs. */
  public Optional<Frame<V>> atEndOf(Block block) {
    return Optional.ofNullable(out.get(block));
  }

  /**
   * The values before an instruction; empty if it never runs. The frame must not be changed. Large
   * blocks are asked about most of their instructions, so that some frames within them are kept.
   */
  public Optional<Frame<V>> before(int instruction) {
    Block block = flow.blockAt(instruction);
    Frame<V> start = in.get(block);
    if (start == null) {
      return Optional.empty();
    }
    Trail<V> trail = trails.get(block);
    if (trail == null || trail.kept.get(0) != start) {
      trail = new Trail<>(start, block.first());
      trails.put(block, trail);
    }
    int from = trail.nearest(instruction);
    Frame<V> current = new Frame<>(trail.frameAt(from));
    for (int i = from; i < instruction; i++) {
      if (i == trail.next()) {
        trail.kept.add(new Frame<>(current));
      }
      execute(current, flow.instructions().get(i), interpreter);
    }
    trail.last = current;
    trail.lastAt = instruction;
    return Optional.of(current);
  }

  /**
   * Some frames within a block: those before every {@link #STRIDE}th instruction up to the furthest
   * that was reached, and the one that was requested last.
   */
  private static final class Trail<V extends Value> {
    private static final int STRIDE = 48;

    private final int first;
    private final List<Frame<V>> kept = new ArrayList<>();
    private Frame<V> last;
    private int lastAt;

    Trail(Frame<V> start, int first) {
      this.first = first;
      this.kept.add(start);
      this.last = start;
      this.lastAt = first;
    }

    /** The nearest instruction at or before another one whose frame is known. */
    int nearest(int instruction) {
      int at = first + Math.min((instruction - first) / STRIDE, kept.size() - 1) * STRIDE;
      return lastAt <= instruction && lastAt > at ? lastAt : at;
    }

    Frame<V> frameAt(int known) {
      return known == lastAt ? last : kept.get((known - first) / STRIDE);
    }

    /** The next instruction whose frame is to be kept. */
    int next() {
      return first + kept.size() * STRIDE;
    }
  }

  /** Visits every instruction that can run, with the values before it, in order. */
  public void walk(Visitor<V> visitor) {
    for (Block block : flow.blocks()) {
      walk(block, visitor);
    }
  }

  /** Visits every instruction of a block, if it can run, with the values before it, in order. */
  public void walk(Block block, Visitor<V> visitor) {
    walk(block, visitor, interpreter);
  }

  /** Passes every instruction of a block that can run, with its operands, to an interpreter. */
  public void watch(Block block, Interpreter<V> watching) {
    walk(block, (b, node, frame) -> {}, watching);
  }

  private void walk(Block block, Visitor<V> visitor, Interpreter<V> with) {
    Frame<V> start = in.get(block);
    if (start == null) {
      return;
    }
    Frame<V> current = new Frame<>(start);
    for (int i = block.first(); i <= block.last(); i++) {
      AbstractInsnNode node = flow.instructions().get(i);
      if (node.getOpcode() >= 0) {
        visitor.visit(block, node, current);
        execute(current, node, with);
      }
    }
  }

  private static <V extends Value> void execute(
      Frame<V> frame, AbstractInsnNode node, Interpreter<V> interpreter) {
    if (node.getOpcode() < 0) {
      return;
    }
    try {
      frame.execute(node, interpreter);
    } catch (AnalyzerException e) {
      throw new IllegalStateException("bytecode that does not fit together: " + e.getMessage(), e);
    }
  }

  private static <V extends Value> boolean same(Frame<V> first, Frame<V> second) {
    for (int slot = 0; slot < first.getLocals(); slot++) {
      if (!first.getLocal(slot).equals(second.getLocal(slot))) {
        return false;
      }
    }
    if (first.getStackSize() != second.getStackSize()) {
      return false;
    }
    for (int depth = 0; depth < first.getStackSize(); depth++) {
      if (!first.getStack(depth).equals(second.getStack(depth))) {
        return false;
      }
    }
    return true;
  }
}
