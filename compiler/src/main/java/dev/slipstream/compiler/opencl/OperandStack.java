package dev.slipstream.compiler.opencl;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * The operand stack of one block while it is translated. Expressions remain on it until they are
 * used. Those that a statement would change are assigned to temporaries first.
 */
final class OperandStack {
  private static final int LONGEST = 100;

  private final MethodTranslator method;
  private final BlockTranslator block;
  private final List<Operand> values = new ArrayList<>();

  OperandStack(MethodTranslator method, BlockTranslator block) {
    this.method = method;
    this.block = block;
  }

  void push(Operand value) {
    boolean tooLong =
        value instanceof Expression expression
            && expression.text().length() > LONGEST
            && expression.isPlain();
    values.add(tooLong ? named((Expression) value) : value);
  }

  Operand pop() {
    return values.remove(values.size() - 1);
  }

  Expression popExpression() {
    if (pop() instanceof Expression expression) {
      return expression;
    }
    throw new IllegalStateException("a number was expected on the stack");
  }

  int size() {
    return values.size();
  }

  Operand at(int depth) {
    return values.get(depth);
  }

  /** Assigns expressions that read these variables to temporaries, before the variables change. */
  void beforeAssignments(Set<String> variables) {
    for (int v = 0; v < values.size(); v++) {
      if (values.get(v) instanceof Expression expression
          && !Collections.disjoint(expression.reads(), variables)) {
        values.set(v, named(expression));
      }
    }
    for (int v = 0; v < values.size(); v++) {
      if (values.get(v) instanceof ArrayReference array && array.readsAnyOf(variables)) {
        values.set(v, named(array));
      }
    }
  }

  /** Assigns expressions that read array elements to temporaries, before an element changes. */
  void beforeStore() {
    for (int v = 0; v < values.size(); v++) {
      if (values.get(v) instanceof Expression expression && expression.readsMemory()) {
        values.set(v, named(expression));
      }
    }
  }

  /** The same array, expressed by names whose values do not change. */
  ArrayReference named(ArrayReference array) {
    List<ArrayReference.Part> parts = new ArrayList<>();
    for (int i = 0; i < array.parts().size(); i++) {
      ArrayReference.Part part = array.parts().get(i);
      if (part.reads().isEmpty()) {
        parts.add(part);
      } else {
        String type = array.shape().fields().get(i).localType();
        String name = method.temporary();
        String declared = type.endsWith("*") ? type + " const " : "const " + type + " ";
        block.add(declared + name + " = " + part.text() + ";");
        parts.add(ArrayReference.Part.name(name));
      }
    }
    return new ArrayReference(array.shape(), parts, array.parameter());
  }

  /** An expression's value under a name whose value does not change. */
  Expression named(Expression expression) {
    String name = method.temporary();
    String type = expression.type().text();
    block.add("const " + type + " " + name + " = " + expression.signed().text() + ";");
    return Expression.name(name, expression.type());
  }

  /** Runs an instruction that only moves operands; returns false for any other one. */
  boolean rearrange(int opcode) {
    switch (opcode) {
      case Opcodes.NOP -> {}
      case Opcodes.ACONST_NULL -> push(new Operand.Unusable());
      case Opcodes.POP -> take(1);
      case Opcodes.POP2 -> take(2);
      case Opcodes.DUP -> duplicate(1, 0);
      case Opcodes.DUP_X1 -> duplicate(1, 1);
      case Opcodes.DUP_X2 -> duplicate(1, 2);
      case Opcodes.DUP2 -> duplicate(2, 0);
      case Opcodes.DUP2_X1 -> duplicate(2, 1);
      case Opcodes.DUP2_X2 -> duplicate(2, 2);
      case Opcodes.SWAP -> {
        Operand top = pop();
        values.add(values.size() - 1, top);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /**
   * Copies the topmost slots and puts the copies below others.
   *
   * @param copied the number of slots that are copied (a long or double has two)
   * @param skipped the number of slots, below these, under which the copies are put
   */
  private void duplicate(int copied, int skipped) {
    List<Operand> top = take(copied);
    List<Operand> below = take(skipped);
    for (int t = 0; t < top.size(); t++) {
      if (top.get(t) instanceof Expression value && !value.isSimple()) {
        top.set(t, named(value));
      }
    }
    values.addAll(top);
    values.addAll(below);
    values.addAll(top);
  }

  private List<Operand> take(int slots) {
    List<Operand> taken = new ArrayList<>();
    for (int left = slots; left > 0; ) {
      Operand value = pop();
      taken.add(0, value);
      left -= value instanceof Expression e ? e.type().slots() : 1;
    }
    return taken;
  }
}
