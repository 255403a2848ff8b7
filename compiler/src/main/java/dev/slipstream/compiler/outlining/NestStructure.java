package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.Condition;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.Liveness;
import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.discovery.LoopMarks;
import dev.slipstream.compiler.discovery.RefusalException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;

/**
 * Divides the blocks of a region into the headers of the parallel loops and the body. An inner
 * marked loop becomes a dimension if it is perfectly nested: there are only pure computations
 * between the headers, and its bounds are the same in all outer iterations.
 */
final class NestStructure {
  private static final int MOST_DIMENSIONS = 3;

  private final ControlFlow flow;
  private final SymbolicExecution execution;
  private final CountedLoops counted;
  private final Block next;
  private final int methodLocals;
  private final BitSet reduced;
  private final List<NaturalLoop> innerLoops;
  private final List<CountedLoop> dimensions = new ArrayList<>();
  private final List<Integer> slots = new ArrayList<>();
  private final List<Block> headers = new ArrayList<>();
  private final List<Block> stays = new ArrayList<>();
  private final List<NaturalLoop> nested = new ArrayList<>();
  private final Set<Block> body = new LinkedHashSet<>();
  private String note = "";

  /**
   * @param flow the region; its first block is the outermost header
   * @param next the block where an iteration of the outermost loop ends
   * @param slot the slot of the outermost loop's variable
   * @param methodLocals the slots of the method itself; those above belong to inlined methods
   * @param reduced the slots that are set by a reduction
   * @throws RefusalException if the outermost loop is not a counted loop
   */
  NestStructure(
      ControlFlow flow,
      SymbolicExecution execution,
      Block next,
      int slot,
      Value variable,
      int methodLocals,
      BitSet reduced)
      throws RefusalException {
    this.flow = flow;
    this.execution = execution;
    this.next = next;
    this.methodLocals = methodLocals;
    this.reduced = reduced;
    this.counted = new CountedLoops(flow, execution);
    this.innerLoops = flow.loops();
    addOutermost(slot, variable);
  }

  private void addOutermost(int slot, Value variable) throws RefusalException {
    Block header = flow.blocks().get(0);
    int line = LoopMarks.lineOf(flow, header.first());
    requirePure(header, line);
    Set<Block> inside = leadingTo(next);
    Condition stay = counted.stayCondition(header, inside).orElse(null);
    if (stay != null && !isOf(variable, stay)) {
      stay = stay.mirrored();
    }
    if (stay == null || !isOf(variable, stay) || !stay.right().isInvariant()) {
      throw HeadRefusals.limit(
          line, "does not count an int or a long to a limit that stays the same");
    }
    Value step = counted.step(variable, slot, next.predecessors()).orElse(null);
    if (step == null || !step.isInvariant()) {
      throw HeadRefusals.of(
          line,
          "changes its counter by something other than one fixed step",
          "Use an int or long counter, and change it only in the head: i++ or i += step.");
    }
    if (variable.kind() == 'J' && !(step instanceof Value.Constant)) {
      throw HeadRefusals.of(
          line,
          "counts a long by a step that is not a constant",
          "Count with an int, or by a constant.");
    }
    CountedLoop loop = new CountedLoop(variable, variable, step, stay.relation(), stay.right());
    if (loop.isNumbered()) {
      // Its kernel needs the value with which the loop starts.
      Value entry = new Value.Entry(slot, variable.toString(), String.valueOf(variable.kind()));
      loop = new CountedLoop(variable, entry, step, stay.relation(), stay.right());
    }
    add(header, slot, loop, inside);
  }

  private static boolean isOf(Value variable, Condition condition) {
    return CountedLoops.counted(condition.left()).equals(variable);
  }

  /** The blocks from which an iteration can reach its end; the others leave the loop. */
  private static Set<Block> leadingTo(Block end) {
    Set<Block> leading = new HashSet<>(Set.of(end));
    Deque<Block> open = new ArrayDeque<>(leading);
    while (!open.isEmpty()) {
      for (Block from : open.pop().predecessors()) {
        if (leading.add(from)) {
          open.push(from);
        }
      }
    }
    return leading;
  }

  private void add(Block header, int slot, CountedLoop loop, Collection<Block> inside) {
    headers.add(header);
    slots.add(slot);
    dimensions.add(loop);
    for (Block successor : header.successors()) {
      if (inside.contains(successor)) {
        stays.add(successor);
        break;
      }
    }
    body.clear();
  }

  /** Tries to make a marked inner loop the next dimension. */
  void nest(Block header) {
    NaturalLoop loop = null;
    for (NaturalLoop inner : innerLoops) {
      loop = inner.header() == header ? inner : loop;
    }
    if (loop == null || !note.isEmpty() || dimensions.size() == MOST_DIMENSIONS) {
      return;
    }
    Optional<CountedLoop> dimension = counted.inner(loop);
    if (dimension.isPresent() && isPerfect(loop, dimension.get())) {
      nested.add(loop);
      int slot = ((Value.Phi) dimension.get().variable()).position();
      add(header, slot, dimension.get(), loop.blocks());
    } else {
      note =
          "the loop in line "
              + LoopMarks.lineOf(flow, header.first())
              + " runs in sequence within each iteration";
    }
  }

  private boolean isPerfect(NaturalLoop loop, CountedLoop counting) {
    if (!counting.initial().isInvariant()
        || !counting.step().isInvariant()
        || !counting.limit().isInvariant()) {
      return false;
    }
    Block outerHeader = headers.get(headers.size() - 1);
    Block outerEnd = nested.isEmpty() ? next : outerHeader;
    Block exit = null;
    for (Block successor : loop.header().successors()) {
      exit = exit == null && !loop.contains(successor) ? successor : exit;
    }
    return exit != null
        && isPure(loop.header(), false)
        && isChain(stays.get(stays.size() - 1), loop.header(), /* isBefore= */ true)
        && isChain(exit, outerEnd, /* isBefore= */ false)
        && !leavesEarly(loop)
        && !carriesLocals(loop, ((Value.Phi) counting.variable()).position());
  }

  /** Whether one block leads to another through blocks that may precede or follow an inner loop. */
  private boolean isChain(Block from, Block to, boolean isBefore) {
    Block block = from;
    for (int steps = 0; block != to; steps++) {
      boolean allowed = isBefore ? isPure(block, true) : isHarmless(block);
      if (block.successors().size() != 1
          || !allowed
          || reduces(block)
          || steps > flow.blocks().size()) {
        return false;
      }
      block = block.successors().get(0);
    }
    return true;
  }

  /** Whether a loop has exits other than its header. */
  private static boolean leavesEarly(NaturalLoop loop) {
    for (Block block : loop.blocks()) {
      if (block != loop.header() && !loop.blocks().containsAll(block.successors())) {
        return true;
      }
    }
    return false;
  }

  /** Whether a block updates an accumulator, so that it must run once per outer iteration. */
  private boolean reduces(Block block) {
    return flow.writtenSlots(List.of(block)).intersects(reduced);
  }

  private boolean carriesLocals(NaturalLoop loop, int variable) {
    BitSet written = flow.writtenSlots(loop.blocks());
    written.clear(variable);
    written.andNot(reduced);
    return written.intersects(new Liveness(flow).atStartOf(loop.header()));
  }

  private void requirePure(Block header, int line) throws RefusalException {
    if (!isPure(header, false)) {
      throw HeadRefusals.limit(
          line, "does more than compare its counter with a limit before the first iteration");
    }
  }

  /**
   * Whether a block that no kernel runs, because it follows an inner dimension, has no effect: it
   * only computes with locals and cannot throw.
   */
  private boolean isHarmless(Block block) {
    for (int i = block.first(); i <= block.last(); i++) {
      AbstractInsnNode node = flow.instructions().get(i);
      int opcode = node.getOpcode();
      boolean accesses =
          Instructions.loadsElement(opcode)
              || Instructions.storesElement(opcode)
              || Instructions.divides(opcode);
      boolean reaches =
          opcode >= Opcodes.GETSTATIC
              && opcode <= Opcodes.MULTIANEWARRAY
              && !(node instanceof JumpInsnNode);
      boolean isObject = node instanceof LdcInsnNode load && !(load.cst instanceof Number);
      if (accesses || reaches || isObject) {
        return false;
      }
    }
    return true;
  }

  /** Whether a block only computes with locals, fields, array lengths and constant elements. */
  private boolean isPure(Block block, boolean mayStore) {
    for (int i = block.first(); i <= block.last(); i++) {
      AbstractInsnNode node = flow.instructions().get(i);
      int opcode = node.getOpcode();
      boolean accesses =
          (Instructions.loadsElement(opcode)
                  && opcode != Opcodes.AALOAD
                  && !execution.readsSteadyElement(node))
              || Instructions.storesElement(opcode);
      int slot = Liveness.writtenSlot(node);
      boolean storesLocal = slot >= 0 && slot < methodLocals;
      boolean effect =
          opcode == Opcodes.PUTFIELD
              || opcode == Opcodes.PUTSTATIC
              || opcode == Opcodes.INVOKEDYNAMIC
              || opcode == Opcodes.MULTIANEWARRAY
              || (opcode >= Opcodes.NEW
                  && opcode <= Opcodes.MONITOREXIT
                  && opcode != Opcodes.ARRAYLENGTH);
      if (accesses || effect || (storesLocal && !mayStore)) {
        return false;
      }
    }
    return true;
  }

  /** The iteration's blocks; the first one is the outermost header. */
  ControlFlow flow() {
    return flow;
  }

  /** The iteration on symbolic values. */
  SymbolicExecution execution() {
    return execution;
  }

  /** The parallel loops, outermost first. */
  List<CountedLoop> dimensions() {
    return dimensions;
  }

  /** The slot of a dimension's variable. */
  int slot(int dimension) {
    return slots.get(dimension);
  }

  /** The dimension whose header a block is, or -1. */
  int dimensionOf(Block block) {
    return headers.indexOf(block);
  }

  /** The block with which an iteration of a dimension starts. */
  Block stay(int dimension) {
    return stays.get(dimension);
  }

  /** Whether a jump from one block to another ends an iteration of the innermost dimension. */
  boolean endsIteration(Block from, Block to) {
    if (to == next) {
      return true;
    }
    int dimension = headers.indexOf(to);
    return dimension > 0 && nested.get(dimension - 1).contains(from);
  }

  /** The blocks that one iteration runs, including headers of inner dimensions. */
  Set<Block> body() {
    if (body.isEmpty()) {
      Deque<Block> open = new ArrayDeque<>(List.of(stays.get(0)));
      while (!open.isEmpty()) {
        Block block = open.pop();
        if (block == next || !body.add(block)) {
          continue;
        }
        int dimension = headers.indexOf(block);
        if (dimension > 0) {
          open.push(stays.get(dimension));
        } else {
          for (Block successor : block.successors()) {
            open.push(successor);
          }
        }
      }
    }
    return body;
  }

  /** Whether a block is part of the body and not the header of a dimension. */
  boolean isBody(Block block) {
    return body().contains(block) && !headers.contains(block);
  }

  /** The counted loops of the body around a block, outermost first. */
  List<CountedLoop> countedLoopsAround(Block block) {
    return counted(loopsAround(block));
  }

  /** All counted loops of the body. */
  List<CountedLoop> countedLoops() {
    List<NaturalLoop> loops = new ArrayList<>(innerLoops);
    loops.removeAll(nested);
    return counted(loops);
  }

  private List<CountedLoop> counted(List<NaturalLoop> loops) {
    List<CountedLoop> found = new ArrayList<>();
    for (NaturalLoop loop : loops) {
      counted.inner(loop).ifPresent(found::add);
    }
    return found;
  }

  /** Whether a block runs in every iteration of all loops around it, which must all be counted. */
  boolean runsAlways(Block block) {
    return runs(block, /* isDecided= */ false);
  }

  /**
   * Whether a block runs in exactly those iterations of all loops around it for which the
   * conditions of {@link SymbolicExecution#conditions} hold. All these loops must be counted.
   */
  boolean runsAsConditionsSay(Block block) {
    return runs(block, /* isDecided= */ true);
  }

  /** The last blocks of an iteration. */
  Collection<Block> ends() {
    return nested.isEmpty() ? next.predecessors() : ends(nested.get(nested.size() - 1));
  }

  private boolean runs(Block block, boolean isDecided) {
    Collection<Block> ends = ends();
    for (NaturalLoop loop : loopsAround(block)) {
      if (counted.inner(loop).isEmpty()
          || !runs(loop.header(), ends, isDecided)
          || leavesEarly(loop)) {
        return false;
      }
      ends = ends(loop);
    }
    return runs(block, ends, isDecided);
  }

  private boolean runs(Block block, Collection<Block> ends, boolean isDecided) {
    return isDecided ? isDecided(block, ends) : dominatesAll(block, ends);
  }

  /**
   * Whether the known conditions decide if a block runs before one of the ends. There must be a
   * jump, itself decided in this way, after which the known side of the condition leads through the
   * block on every path to an end.
   */
  private boolean isDecided(Block block, Collection<Block> ends) {
    if (dominatesAll(block, ends)) {
      return true;
    }
    for (Block side : flow.blocks()) {
      if (side.index() != 0
          && side.predecessors().size() == 1
          && flow.dominates(side, block)
          && execution.isConditional(side)
          && isPassed(block, side, ends)
          && isDecided(side.predecessors().get(0), ends)) {
        return true;
      }
    }
    return false;
  }

  /** Whether each path from one block to an end passes another block. */
  private boolean isPassed(Block block, Block from, Collection<Block> ends) {
    Deque<Block> open = new ArrayDeque<>(List.of(from));
    Set<Block> seen = new HashSet<>();
    while (!open.isEmpty()) {
      Block next = open.pop();
      if (next != block && seen.add(next)) {
        if (ends.contains(next) || next.successors().isEmpty()) {
          return false;
        }
        for (Block successor : next.successors()) {
          open.push(successor);
        }
      }
    }
    return true;
  }

  /** The last blocks of the turns of a loop. */
  static Collection<Block> ends(NaturalLoop loop) {
    List<Block> ends = new ArrayList<>(loop.header().predecessors());
    ends.retainAll(loop.blocks());
    return ends;
  }

  boolean dominatesAll(Block block, Collection<Block> ends) {
    for (Block end : ends) {
      if (execution.runs(end) && !flow.dominates(block, end)) {
        return false;
      }
    }
    return true;
  }

  /** The loops of the body around a block, outermost first. */
  List<NaturalLoop> loopsAround(Block block) {
    List<NaturalLoop> around = new ArrayList<>();
    for (NaturalLoop loop : innerLoops) {
      if (!nested.contains(loop) && loop.contains(block)) {
        around.add(loop);
      }
    }
    around.sort((one, other) -> Integer.compare(other.blocks().size(), one.blocks().size()));
    return around;
  }

  /** A loop of the body as a counted loop. */
  Optional<CountedLoop> counted(NaturalLoop loop) {
    return counted.inner(loop);
  }

  /** The condition under which a loop of the body continues, if its header compares. */
  Optional<Condition> stayCondition(NaturalLoop loop) {
    return counted.stayCondition(loop.header(), loop.blocks());
  }

  /** The conditions under which loops around a block continue, and loops before it have ended. */
  Set<Condition> conditionsOfLoops(Block block) {
    Set<Condition> found = new HashSet<>(execution.conditions(stays.get(stays.size() - 1)));
    for (NaturalLoop loop : innerLoops) {
      boolean isAround = loop.contains(block);
      if (isAround || (counted.inner(loop).isPresent() && !leavesEarly(loop))) {
        stayCondition(loop).ifPresent(stay -> found.add(isAround ? stay : stay.negated()));
      }
    }
    return found;
  }

  /** A remark for the report; may be empty. */
  String note() {
    return note;
  }
}
