package dev.slipstream.compiler.dataflow;

import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.model.mapper.Operator;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * The captured arrays of integers whose elements a loop reads at invariant indices, and does not
 * write. Each execution must check that no other array which the loop writes is one of them.
 */
public final class SteadyArrays {
  private static final Set<Operator> INDEX =
      Set.of(Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY);

  private SteadyArrays() {}

  /** The steady arrays of an iteration. */
  public static Set<Value> of(SymbolicExecution execution) {
    Set<Value> read = new HashSet<>();
    Set<Value> written = new HashSet<>();
    execution.walk(
        (block, node, frame) -> {
          int opcode = node.getOpcode();
          if (Instructions.storesElement(opcode)) {
            written.add(frame.getStack(frame.getStackSize() - 3));
          } else if (Instructions.loadsElement(opcode) && isSteady(frame)) {
            read.add(frame.getStack(frame.getStackSize() - 2));
          }
        });
    read.removeAll(written);
    return read;
  }

  private static boolean isSteady(Frame<Value> frame) {
    Value array = frame.getStack(frame.getStackSize() - 2);
    return array.isCapture()
        && array.isArrayOfNumbers()
        && "IJSBCZ".indexOf(array.declaredType().orElse("[V").charAt(1)) >= 0
        && !Value.SwitchCase.isTable(array)
        && isIndex(frame.getStack(frame.getStackSize() - 1));
  }

  /** Whether an index can be computed in front of the loop, for any numbers of an execution. */
  static boolean isIndex(Value index) {
    return index.kind() == 'I'
        && (index instanceof Value.Constant
            || index.isCapture()
            || (index instanceof Value.Operation operation
                && INDEX.contains(operation.operator())
                && operation.operands().stream().allMatch(SteadyArrays::isIndex)));
  }
}
