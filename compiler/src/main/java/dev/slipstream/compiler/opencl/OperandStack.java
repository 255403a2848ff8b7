package dev.slipstream.compiler.opencl;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The operand stack of one block while it is translated. Expressions wait on it until they are
 * used; those that a statement would change are assigned to temporaries first.
 */
final class OperandStack {
  private static final int LONGEST = 100;

  private final MethodScope scope;
  private final Consumer<String> statements;
  private final List<Operand> values = new ArrayList<>();

  OperandStack(MethodScope scope, Consumer<String> statements) {
    this.scope = scope;
    this.statements = statements;
  }

  void push(Operand value) {
    boolean tooLong =
        value instanceof Expression expression
            && expression.text().length() > LONGEST
            && expression.origin() instanceof Expression.Origin.Plain;
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

  /** Keeps waiting expressions from seeing a new value of a variable. */
  void beforeAssignment(String variable) {
    beforeAssignments(Set.of(variable));
  }

  /** Keeps waiting expressions from seeing new values of variables. */
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

  /** Keeps waiting expressions from seeing new array elements. */
  void beforeStore() {
    for (int v = 0; v < values.size(); v++) {
      if (values.get(v) instanceof Expression expression && expression.readsMemory()) {
        values.set(v, named(expression));
      }
    }
  }

  /** An expression that may be written twice. */
  Operand simple(Operand value) {
    return value instanceof Expression e && !e.isSimple() ? named(e) : value;
  }

  /** The same array in terms of names that keep their values. */
  ArrayReference named(ArrayReference array) {
    List<ArrayReference.Part> parts = new ArrayList<>();
    for (int i = 0; i < array.parts().size(); i++) {
      ArrayReference.Part part = array.parts().get(i);
      if (part.reads().isEmpty()) {
        parts.add(part);
      } else {
        String type = array.shape().fields().get(i).localType();
        String name = scope.temporary();
        String declared = type.endsWith("*") ? type + " const " : "const " + type + " ";
        statements.accept(declared + name + " = " + part.text() + ";");
        parts.add(ArrayReference.Part.name(name));
      }
    }
    return new ArrayReference(array.shape(), parts, array.parameter());
  }

  /** An expression's value under a name that keeps it. */
  Expression named(Expression expression) {
    String name = scope.temporary();
    statements.accept(
        "const "
            + expression.type().text()
            + " "
            + name
            + " = "
            + expression.signed().text()
            + ";");
    return Expression.name(name, expression.type());
  }

  /**
   * {@code dup} and its kind: copies the topmost slots and puts the copies below others.
   *
   * @param copied how many slots are copied (a long or double takes two)
   * @param skipped how many slots below them the copies go under
   */
  void duplicate(int copied, int skipped) {
    List<Operand> top = take(copied);
    List<Operand> below = take(skipped);
    for (int t = 0; t < top.size(); t++) {
      top.set(t, simple(top.get(t)));
    }
    values.addAll(top);
    values.addAll(below);
    values.addAll(top);
  }

  void swap() {
    Operand top = pop();
    values.add(values.size() - 1, top);
  }

  /** Drops slots. */
  void drop(int slots) {
    take(slots);
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
