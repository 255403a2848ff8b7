package dev.slipstream.compiler.dataflow;

import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.model.mapper.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.objectweb.asm.Type;

/**
 * The symbolic value of a place on the stack or of a local variable. Values are equal if they
 * certainly represent the same value within one iteration.
 */
public sealed interface Value extends org.objectweb.asm.tree.analysis.Value {
  /** The largest number of indices of a number in an array of arrays. */
  int DEEPEST = 4;

  /** The kind: {@code I J F D} for numbers, {@code A} for references, {@code V} if unusable. */
  char kind();

  @Override
  default int getSize() {
    return kind() == 'J' || kind() == 'D' ? 2 : 1;
  }

  /** The values from which this one is computed directly. */
  default List<Value> parts() {
    return List.of();
  }

  /** The number of nodes of this value's tree. */
  default int size() {
    int size = 1;
    for (Value part : parts()) {
      size += part.size();
    }
    return size;
  }

  /** Whether it is the same in all iterations: computed from constants and captures alone. */
  default boolean isInvariant() {
    if (this instanceof Varying) {
      return false;
    }
    for (Value part : parts()) {
      if (!part.isInvariant()) {
        return false;
      }
    }
    return true;
  }

  /** A value that may differ between iterations. */
  sealed interface Varying extends Value {}

  /** A local variable that was not written yet, or holds values of different types. */
  record Undefined() implements Varying {
    @Override
    public char kind() {
      return 'V';
    }
  }

  /** An int or long constant. */
  record Constant(char kind, long number) implements Value {
    @Override
    public String toString() {
      return Long.toString(number);
    }
  }

  /** The null constant. */
  record Null() implements Value {
    @Override
    public char kind() {
      return 'A';
    }

    @Override
    public String toString() {
      return "null";
    }
  }

  /**
   * The value at the loop's entry of a local variable that the loop does not write.
   *
   * @param descriptor the exact type, if the bytecode determines it
   */
  record Entry(int slot, String name, String descriptor) implements Value {
    @Override
    public char kind() {
      return Instructions.kindOf(Type.getType(descriptor));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** A field of an invariant object, or a static field. The loop writes no fields. */
  record Field(Optional<Value> base, String owner, String name, String descriptor)
      implements Value {
    @Override
    public char kind() {
      return Instructions.kindOf(Type.getType(descriptor));
    }

    @Override
    public List<Value> parts() {
      return base.isPresent() ? List.of(base.get()) : List.of();
    }

    @Override
    public String toString() {
      return base.map(Object::toString).orElseGet(() -> owner.substring(owner.lastIndexOf('/') + 1))
          + "."
          + name;
    }
  }

  /**
   * A property of an object that a call site evaluates, as an int.
   *
   * @param detail the internal name of a class, or empty
   */
  record Property(Question question, Value object, String detail) implements Value {
    /** The property that is evaluated. */
    public enum Question {
      /** 1 if it is null, else 0. */
      IS_NULL,
      /** 1 if it is an object of exactly the class, else 0; it is not null. */
      IS_OF,
      /** The ordinal of an enum constant, which is not null. */
      ORDINAL
    }

    @Override
    public char kind() {
      return 'I';
    }

    @Override
    public List<Value> parts() {
      return List.of(object);
    }

    @Override
    public String toString() {
      return switch (question) {
        case IS_NULL -> "(" + object + " == null)";
        case IS_OF -> "(" + object + " is a " + detail.substring(detail.lastIndexOf('/') + 1) + ")";
        case ORDINAL -> object + ".ordinal()";
      };
    }
  }

  /**
   * The case that javac's table for a switch over an enum assigns to a constant.
   *
   * @param table the static field that holds the table
   * @param ordinal the constant's ordinal
   */
  record SwitchCase(Field table, Property ordinal) implements Value {
    /** Whether a value is such a table of javac's. */
    public static boolean isTable(Value value) {
      return value instanceof Field field
          && field.base().isEmpty()
          && field.descriptor().equals("[I")
          && field.name().startsWith("$SwitchMap$");
    }

    @Override
    public char kind() {
      return 'I';
    }

    @Override
    public List<Value> parts() {
      return List.of(ordinal);
    }

    @Override
    public String toString() {
      return "case of " + ordinal.object();
    }
  }

  /**
   * An invariant double, rounded to an adjacent long.
   *
   * @param up whether to round up, else down
   * @param nan the result for NaN
   */
  record Rounded(Value number, boolean up, long nan) implements Value {
    @Override
    public char kind() {
      return 'J';
    }

    @Override
    public List<Value> parts() {
      return List.of(number);
    }

    /** The rounded value of a number. */
    public long of(double of) {
      return Double.isNaN(of) ? nan : (long) (up ? Math.ceil(of) : Math.floor(of));
    }

    @Override
    public String toString() {
      return number.toString();
    }
  }

  /** An int or long in an array whose elements the loop does not write. */
  record Element(Value array, Value index, char kind) implements Value {
    @Override
    public List<Value> parts() {
      return List.of(array, index);
    }

    @Override
    public String toString() {
      return array + "[" + index + "]";
    }
  }

  /** The length of an array. */
  record Length(Value array) implements Value {
    @Override
    public char kind() {
      return 'I';
    }

    @Override
    public List<Value> parts() {
      return List.of(array);
    }

    @Override
    public String toString() {
      return array + ".length";
    }
  }

  /** A row of an array of arrays; the loop stores no rows, so it is the same for an index. */
  record Row(Value array, Value index) implements Value {
    @Override
    public char kind() {
      return 'A';
    }

    @Override
    public List<Value> parts() {
      return List.of(array, index);
    }

    @Override
    public String toString() {
      return array + "[" + index + "]";
    }
  }

  /**
   * An array that an iteration creates for itself. No place with this value contains an array that
   * the instruction created before: on its path around the loop, that array has met another value.
   *
   * @param instruction the index of the instruction that creates it
   * @param element the descriptor of the elements
   */
  record PrivateArray(int instruction, String element, int length) implements Varying {
    /** The most bytes that all arrays of an iteration may have together. */
    public static final int MOST_BYTES = 64 << 20;

    /** Its size in bytes. */
    public long bytes() {
      return (long) Instructions.bytesOf(element.charAt(0)) * length;
    }

    @Override
    public char kind() {
      return 'A';
    }

    @Override
    public String toString() {
      return "the new " + Type.getType(element).getClassName() + "[" + length + "]";
    }
  }

  /** The int or long variable of a parallel loop; dimension 0 is the outermost. */
  record LoopVariable(int dimension, String name, char kind) implements Varying {
    @Override
    public int hashCode() {
      return 31 * dimension + kind;
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /**
   * The value where paths with different values meet.
   *
   * @param block the block's index
   * @param position the local's slot, or {@link BlockFrames#STACK} plus the stack's position
   */
  record Phi(int block, int position, char kind, String name) implements Varying {
    @Override
    public String toString() {
      return name;
    }
  }

  /** An int or long operation. */
  record Operation(Operator operator, List<Value> operands, char kind, int size) implements Value {
    /** The size of the largest tree that is kept; a larger value becomes opaque. */
    private static final int LARGEST = 100;

    /** The operation on operands, or an opaque value if the tree would grow too large. */
    public static Value of(int instruction, Operator operator, char kind, Value... operands) {
      int size = 1;
      for (Value operand : operands) {
        if (operand.kind() != 'I' && operand.kind() != 'J') {
          return Opaque.of(instruction, kind);
        }
        size += operand.size();
      }
      return size > LARGEST
          ? Opaque.of(instruction, kind)
          : new Operation(operator, List.of(operands), kind, size);
    }

    @Override
    public List<Value> parts() {
      return operands;
    }

    @Override
    public String toString() {
      if (operator.isFunction()) {
        return operator.symbol()
            + "("
            + String.join(", ", operands.stream().map(Object::toString).toList())
            + ")";
      }
      if (operands.size() == 1) {
        return operator.symbol() + term(operands.get(0));
      }
      return term(operands.get(0)) + " " + operator.symbol() + " " + term(operands.get(1));
    }

    private static String term(Value operand) {
      return operand instanceof Operation operation && !operation.operator.isFunction()
          ? "(" + operand + ")"
          : operand.toString();
    }
  }

  /**
   * A value of which only the range is known. Two of them are equal if the same instruction
   * computed them.
   *
   * @param instruction the index of the instruction that computed it
   * @param text the value in the program's notation
   */
  record Opaque(int instruction, char kind, long smallest, long largest, String text)
      implements Varying {

    /** Any value of a kind. */
    public static Opaque of(int instruction, char kind) {
      return of(instruction, kind, "…");
    }

    /** Any value of a kind, with its text. */
    public static Opaque of(int instruction, char kind, String text) {
      return kind == 'I'
          ? new Opaque(instruction, kind, Integer.MIN_VALUE, Integer.MAX_VALUE, text)
          : new Opaque(instruction, kind, Long.MIN_VALUE, Long.MAX_VALUE, text);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Opaque opaque
          && opaque.instruction == instruction
          && opaque.kind == kind;
    }

    @Override
    public int hashCode() {
      return instruction * 31 + kind;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** Whether this is a value that a call site can pass: a local, a field, or a property of one. */
  default boolean isCapture() {
    if (this instanceof Property property) {
      return property.object().isCapture();
    }
    if (this instanceof SwitchCase choice) {
      return choice.ordinal().isCapture();
    }
    return this instanceof Entry
        || ((this instanceof Field || this instanceof Element) && isInvariant());
  }

  /** Whether a value is this one, or is computed from it. */
  default boolean mentions(Value part) {
    if (equals(part)) {
      return true;
    }
    if (this instanceof Operation operation) {
      for (Value operand : operation.operands()) {
        if (operand.mentions(part)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The declared type of a capture or of a row of one, empty for other values. */
  default Optional<String> declaredType() {
    if (this instanceof Entry entry) {
      return Optional.of(entry.descriptor());
    }
    if (this instanceof Field field && isInvariant()) {
      return Optional.of(field.descriptor());
    }
    if ((this instanceof Property || this instanceof SwitchCase || this instanceof Element)
        && isCapture()) {
      return Optional.of(String.valueOf(kind()));
    }
    if (this instanceof Row row) {
      Optional<String> type = row.array().declaredType();
      return type.isPresent() && type.get().startsWith("[")
          ? Optional.of(type.get().substring(1))
          : Optional.empty();
    }
    return Optional.empty();
  }

  /** Whether this is an array of numbers: captured, or a row of a captured array of arrays. */
  default boolean isArrayOfNumbers() {
    String type = declaredType().orElse("");
    return type.length() == 2 && type.charAt(0) == '[';
  }

  /**
   * Whether this is an array of arrays of numbers, or of arrays of such arrays: captured, or a row
   * of one.
   */
  default boolean isArrayOfArrays() {
    String type = declaredType().orElse("");
    return type.startsWith("[[")
        && type.length() <= DEEPEST + 1
        && type.lastIndexOf('[') == type.length() - 2;
  }

  /** For a captured array of numbers or of arrays, the number of indices of its numbers. */
  default int depth() {
    return declaredType().orElse("").lastIndexOf('[') + 1;
  }

  /** The rows that lead from the capture to this value, outermost first, this one last. */
  default List<Row> rows() {
    if (!(this instanceof Row row)) {
      return List.of();
    }
    List<Row> rows = new ArrayList<>(row.array().rows());
    rows.add(row);
    return rows;
  }

  /** The indices that lead from a capture to an element of an array, outermost first. */
  static List<Value> indices(Value array, Value index) {
    List<Value> indices = new ArrayList<>();
    for (Row row : array.rows()) {
      indices.add(row.index());
    }
    indices.add(index);
    return indices;
  }

  /** The capture of which this is a row, or this value itself. */
  default Value root() {
    return this instanceof Row row ? row.array().root() : this;
  }
}
