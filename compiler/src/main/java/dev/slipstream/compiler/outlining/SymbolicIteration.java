package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import dev.slipstream.compiler.dataflow.SteadyArrays;
import dev.slipstream.compiler.dataflow.SymbolicExecution;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.compiler.normalisation.inlining.IterationCode;
import java.util.BitSet;
import java.util.Set;
import java.util.function.IntFunction;
import org.objectweb.asm.tree.AbstractInsnNode;

/**
 * One iteration of a loop on symbolic values.
 *
 * @param flow its blocks
 * @param locals the local variables that it writes
 * @param end the block in which it ends
 * @param carried the locals that it reads with the values that the previous iteration has left
 * @param noted the locals that are read after the loop and that not every iteration writes; empty
 *     if none is carried
 */
record SymbolicIteration(
    ControlFlow flow,
    LoopLocals locals,
    Block end,
    BitSet carried,
    BitSet noted,
    SymbolicExecution execution) {

  /**
   * The facts that are known where the loop starts.
   *
   * @param code the iteration
   * @param written the slots that the loop writes
   * @param live the slots that are read after the loop
   * @param slot the slot of the loop variable
   * @param variable the loop variable
   * @param methodLocals the slots of the method itself; those above belong to inlined methods
   * @param types the types of the method's slots where the loop starts
   * @param names the names of slots, there or at one of the method's instructions
   */
  record Start(
      IterationCode code,
      BitSet written,
      BitSet live,
      int slot,
      Value variable,
      int methodLocals,
      IntFunction<String> types,
      VariableNames names) {}

  /**
   * Executes an iteration symbolically.
   *
   * @param slots the number of local slots in use
   * @param stack the largest height of the stack
   */
  static SymbolicIteration execute(Start start, int slots, int stack) {
    IterationCode code = start.code();
    VariableNames names = start.names();
    ControlFlow flow = ControlFlow.of(code.instructions());
    LoopLocals locals = new LoopLocals(flow, start.written(), start.slot(), names::of);
    Block end = flow.blockAt(code.next());
    BitSet carried = locals.carried();
    BitSet noted = carried.isEmpty() ? new BitSet() : locals.sometimesWritten(start.live(), end);
    BitSet earlier = (BitSet) carried.clone();
    earlier.or(noted);
    Value[] entry = new Value[slots];
    for (int s = 0; s < slots; s++) {
      entry[s] = entry(start, s, earlier.get(s));
    }
    SymbolicExecution.SlotNames there =
        (slot, block) -> {
          AbstractInsnNode first = flow.instructions().get(block.first());
          Block original = code.blockAt(first).orElse(null);
          return original == null ? names.of(slot) : names.of(slot, original.first());
        };
    SymbolicExecution execution = new SymbolicExecution(flow, entry, stack, there);
    Set<Value> steadyArrays = SteadyArrays.of(execution);
    if (!steadyArrays.isEmpty()) {
      execution = new SymbolicExecution(flow, entry, stack, there, steadyArrays);
    }
    return new SymbolicIteration(flow, locals, end, carried, noted, execution);
  }

  /** The value of a slot at the start of an iteration. */
  private static Value entry(Start start, int slot, boolean isEarlier) {
    if (slot == start.slot()) {
      return start.variable();
    }
    boolean isFound = !start.written().get(slot) && slot < start.methodLocals();
    String type = isFound || isEarlier ? start.types().apply(slot) : "";
    String name = start.names().of(slot);
    if (isFound && !type.isEmpty()) {
      return new Value.Entry(slot, name, type);
    }
    return isEarlier && type.length() == 1 && "IJFD".contains(type)
        ? new Value.Phi(0, slot, type.charAt(0), name)
        : new Value.Undefined();
  }
}
