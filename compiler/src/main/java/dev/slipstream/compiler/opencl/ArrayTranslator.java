package dev.slipstream.compiler.opencl;

import dev.slipstream.compiler.analysis.reduction.ArrayAtomic;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** Translates what a block does with arrays and references to them. */
final class ArrayTranslator {
  private final MethodScope scope;
  private final OperandStack stack;
  private final Consumer<String> statements;

  ArrayTranslator(MethodScope scope, OperandStack stack, Consumer<String> statements) {
    this.scope = scope;
    this.stack = stack;
    this.statements = statements;
  }

  /** What a place on the stack holds when a block starts. */
  Operand onStack(int depth, BasicValue value) {
    if (!(value instanceof ArrayInterpreter.ArrayValue array)) {
      return new Operand.Unusable();
    }
    return array.isKnown() ? scope.array(array.parameter()) : scope.stack(depth, array.shape());
  }

  /** {@code aload}. */
  void loadLocal(int slot, Frame<BasicValue> frame) {
    if (!(frame.getLocal(slot) instanceof ArrayInterpreter.ArrayValue array)) {
      stack.push(new Operand.Unusable());
    } else if (array.isKnown()) {
      stack.push(scope.array(array.parameter()));
    } else {
      stack.push(scope.local(slot, array.shape()));
    }
  }

  /** {@code astore}. */
  void storeLocal(int slot, Frame<BasicValue> frame) {
    if (stack.pop() instanceof ArrayReference array) {
      Optional<ArrayReference> target =
          array.isMade()
              ? Optional.empty()
              : array.isParameter()
                  ? scope.sharedLocal(slot, array.shape())
                  : Optional.of(scope.local(slot, array.shape()));
      target.ifPresent(variables -> assign(variables, array));
      frame.setLocal(slot, new ArrayInterpreter.ArrayValue(array.shape(), array.parameter()));
    } else {
      frame.setLocal(slot, BasicValue.REFERENCE_VALUE);
    }
  }

  private void assign(ArrayReference target, ArrayReference value) {
    if (target.parts().equals(value.parts())) {
      return;
    }
    Set<String> names = new HashSet<>();
    target.parts().forEach(part -> names.add(part.text()));
    stack.beforeAssignments(names);
    // The variables are assigned one after the other.
    ArrayReference kept = value.readsAnyOf(names) ? stack.named(value) : value;
    for (int i = 0; i < kept.parts().size(); i++) {
      statements.accept(target.parts().get(i).text() + " = " + kept.parts().get(i).text() + ";");
    }
  }

  /** {@code aaload}. */
  void row(int line) throws UntranslatableException {
    Expression index = stack.popExpression();
    ArrayReference array = array(line);
    if (array.shape().depth() == 1) {
      throw new IllegalStateException("an array of arrays was expected on the stack");
    }
    stack.push(array.row(index.readsMemory() ? stack.named(index) : index));
  }

  /** {@code newarray}. */
  void make(IntInsnNode instruction, int line) throws UntranslatableException {
    String length = stack.popExpression().text();
    if (!length.matches("[0-9]{1,4}")) {
      throw UntranslatableException.at(line, Refusals.reason(instruction));
    }
    ArrayReference array =
        scope.make(
            scope.numberOf(instruction),
            CArrayType.ofNew(instruction.operand),
            Integer.parseInt(length));
    stack.beforeStore();
    String name = array.parts().get(0).text();
    statements.accept("for (int z = 0; z < " + length + "; z++) " + name + "[z] = 0;");
    stack.push(array);
  }

  /** {@code arraylength}. */
  void length(int line) throws UntranslatableException {
    stack.push(array(line).length());
  }

  /** The loads of primitives. */
  void load(int opcode, int line) throws UntranslatableException {
    Expression index = stack.popExpression();
    CType type =
        switch (opcode) {
          case Opcodes.LALOAD -> CType.LONG;
          case Opcodes.FALOAD -> CType.FLOAT;
          case Opcodes.DALOAD -> CType.DOUBLE;
          default -> CType.INT;
        };
    stack.push(array(line).element(index, type));
  }

  /** The stores of primitives. */
  void store(int line) throws UntranslatableException {
    Expression value = stack.popExpression();
    Expression index = stack.popExpression();
    ArrayReference array = array(line);
    stack.beforeStore();
    String stored =
        switch (array.shape().element()) {
          case 'Z' -> JavaOperators.and(value, Expression.constant(1, CType.INT)).signed().text();
          default -> value.signed().text();
        };
    statements.accept(array.elementText(index) + " = " + stored + ";");
  }

  /** The change of an element in one step. */
  void change(ArrayAtomic atomic, int line) throws UntranslatableException {
    Expression value = stack.popExpression();
    Expression index = stack.popExpression();
    ArrayReference array = array(line);
    stack.beforeStore();
    statements.accept(
        (atomic.type() == 'J' ? "atom_" : "atomic_")
            + switch (atomic.family()) {
              case PLUS -> "add";
              case MIN -> "min";
              case MAX -> "max";
              case AND -> "and";
              case OR -> "or";
              case XOR -> "xor";
              case TIMES -> throw new IllegalArgumentException(atomic.toString());
            }
            + "(&"
            + array.elementText(index)
            + ", "
            + value.signed().text()
            + ");");
  }

  private ArrayReference array(int line) throws UntranslatableException {
    if (stack.pop() instanceof ArrayReference array) {
      return array;
    }
    throw UntranslatableException.at(
        line, "uses an array variable that may stand for arrays of several types, or null");
  }

  /** Where the next block looks for an array that is left on the stack, if not among parameters. */
  List<Move> moves(int depth, ArrayReference array) {
    Optional<ArrayReference> target =
        array.isMade()
            ? Optional.empty()
            : array.isParameter()
                ? scope.sharedStack(depth, array.shape())
                : Optional.of(scope.stack(depth, array.shape()));
    List<Move> moves = new ArrayList<>();
    if (target.isPresent()) {
      for (int i = 0; i < array.parts().size(); i++) {
        ArrayReference.Part part = array.parts().get(i);
        moves.add(new Move(target.get().parts().get(i).text(), part.text(), part.reads()));
      }
    }
    return moves;
  }

  /** An assignment at the end of a block. */
  record Move(String target, String text, Set<String> reads) {
    Move {
      reads = Set.copyOf(reads);
    }

    boolean isNeeded() {
      return !text.equals(target);
    }
  }
}
