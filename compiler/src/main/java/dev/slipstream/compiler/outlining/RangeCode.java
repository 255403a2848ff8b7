package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.analysis.bounds.CountedLoop;
import dev.slipstream.compiler.analysis.bounds.WorkEstimate;
import dev.slipstream.compiler.dataflow.Value;
import dev.slipstream.model.mapper.Operator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Writes instructions that compute the smallest and largest number which a value has in an
 * execution, as doubles in locals. This is interval arithmetic, fast, and imprecise where a value
 * wraps. It supports sums, products with invariant values, quotients and the variables of counted
 * loops.
 */
final class RangeCode {
  private final InsnList code;
  private final Map<Value, Integer> slots = new HashMap<>();
  private final Map<Value, Range> known = new HashMap<>();
  private final Set<Value> inProgress = new HashSet<>();
  private final Map<Value, CountedLoop> inner = new HashMap<>();
  private int free;

  /** The locals with the ends of a range; the same local twice if it is one number. */
  private record Range(int low, int high) {
    boolean isOne() {
      return low == high;
    }
  }

  /**
   * @param code receives the instructions
   * @param captures the method's parameters after the loop variable's first value
   * @param free the first local that is not a parameter
   */
  RangeCode(InsnList code, Captures captures, int free) {
    this.code = code;
    this.free = free;
    int slot = 1;
    for (Value value : captures.values()) {
      slots.put(value, slot);
      slot += Type.getType(Captures.passedType(value)).getSize();
    }
  }

  /** The first value of the outermost loop's variable. */
  int start() {
    code.add(new VarInsnNode(Opcodes.ILOAD, 0));
    code.add(new InsnNode(Opcodes.I2D));
    return store();
  }

  int number(double number) {
    code.add(new LdcInsnNode(number));
    return store();
  }

  /** The local with an invariant value; empty if it cannot be computed. */
  Optional<Integer> invariant(Value value) {
    return value.isInvariant() ? range(value).map(Range::low) : Optional.empty();
  }

  /** Sets the range of a parallel loop's variable. */
  void variable(Value variable, int one, int other) {
    known.put(variable, new Range(call("min", one, other), call("max", one, other)));
  }

  /**
   * The local with the number of iterations of a loop that steps from a first value to a limit.
   *
   * @param meets whether the loop also runs for the limit itself
   */
  int trips(int first, int step, int limit, boolean meets) {
    int trips = of(Opcodes.DDIV, of(Opcodes.DSUB, limit, first), step);
    return call("max", call("ceil", meets ? of(Opcodes.DADD, trips, number(1)) : trips), number(0));
  }

  /**
   * The local with the largest number of iterations of an inner loop, at least 1; empty if it is
   * unknown.
   */
  Optional<Integer> trips(CountedLoop loop) {
    inner.put(loop.variable(), loop);
    return innerVariable(loop)
        .map(
            way -> {
              int trips =
                  of(
                      Opcodes.DDIV,
                      of(Opcodes.DSUB, way.high(), way.low()),
                      number(Math.abs((double) ((Value.Constant) loop.step()).number())));
              return call("max", call("min", trips, number(WorkEstimate.MOST_TRIPS)), number(1));
            });
  }

  /** The local with the result of an instruction for two operands. */
  int of(int opcode, int left, int right) {
    code.add(new VarInsnNode(Opcodes.DLOAD, left));
    code.add(new VarInsnNode(Opcodes.DLOAD, right));
    code.add(new InsnNode(opcode));
    return store();
  }

  private int call(String function, int... operands) {
    for (int operand : operands) {
      code.add(new VarInsnNode(Opcodes.DLOAD, operand));
    }
    code.add(
        new MethodInsnNode(
            Opcodes.INVOKESTATIC,
            "java/lang/Math",
            function,
            "(" + "D".repeat(operands.length) + ")D",
            false));
    return store();
  }

  private int store() {
    int slot = free;
    free += 2;
    code.add(new VarInsnNode(Opcodes.DSTORE, slot));
    return slot;
  }

  private Optional<Range> range(Value value) {
    Range found = known.get(value);
    if (found == null && inProgress.add(value)) {
      Optional<Range> written = write(value);
      inProgress.remove(value);
      written.ifPresent(range -> known.put(value, range));
      return written;
    }
    return Optional.ofNullable(found);
  }

  private Optional<Range> write(Value value) {
    if (value.isInvariant()) {
      return writeInvariant(value);
    }
    if (value instanceof Value.Phi && inner.containsKey(value)) {
      return innerVariable(inner.get(value));
    }
    if (value instanceof Value.Length length && slots.containsKey(length.array().root())) {
      writeRow(length.array());
      code.add(new InsnNode(Opcodes.ARRAYLENGTH));
      code.add(new InsnNode(Opcodes.I2D));
      return Optional.of(one(store()));
    }
    if (value instanceof Value.Operation operation) {
      return write(operation);
    }
    return Optional.empty();
  }

  /** Writes the length of the first row, which is assumed for all rows. */
  private void writeRow(Value array) {
    if (array instanceof Value.Row row) {
      writeRow(row.array());
      code.add(new InsnNode(Opcodes.ICONST_0));
      code.add(new InsnNode(Opcodes.AALOAD));
    } else {
      load(array);
    }
  }

  private Optional<Range> writeInvariant(Value value) {
    if (value instanceof Value.Rounded rounded && slots.containsKey(rounded.number())) {
      load(rounded.number());
      if (rounded.number().kind() == 'F') {
        code.add(new InsnNode(Opcodes.F2D));
      }
      int number = store();
      return Optional.of(one(call(rounded.up() ? "ceil" : "floor", number)));
    }
    if (!isWritable(value) || (value.kind() != 'I' && value.kind() != 'J')) {
      return Optional.empty();
    }
    new InvariantCode(code, this::load).write(value);
    code.add(new InsnNode(value.kind() == 'J' ? Opcodes.L2D : Opcodes.I2D));
    return Optional.of(one(store()));
  }

  private static Range one(int slot) {
    return new Range(slot, slot);
  }

  private boolean isWritable(Value value) {
    if (value instanceof Value.Constant || slots.containsKey(value)) {
      return true;
    }
    if (value instanceof Value.Operation
        || value instanceof Value.Length
        || value instanceof Value.Row) {
      for (Value part : value.parts()) {
        if (!isWritable(part)) {
          return false;
        }
      }
      return true;
    }
    return false;
  }

  /** Loads a capture. */
  void load(Value value) {
    Integer slot = slots.get(value);
    if (slot == null) {
      throw new IllegalStateException(value + " was not captured");
    }
    int opcode = Type.getType(Captures.passedType(value)).getOpcode(Opcodes.ILOAD);
    code.add(new VarInsnNode(opcode, slot));
  }

  /** The range of an inner loop's variable, including its limit; empty if it is unknown. */
  private Optional<Range> innerVariable(CountedLoop loop) {
    if (!(loop.step() instanceof Value.Constant step) || step.number() == 0) {
      return Optional.empty();
    }
    Optional<Range> initial = range(loop.initial());
    Optional<Range> limit = range(loop.limit());
    if (initial.isEmpty() || limit.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        step.number() > 0
            ? new Range(initial.get().low(), limit.get().high())
            : new Range(limit.get().low(), initial.get().high()));
  }

  private Optional<Range> write(Value.Operation operation) {
    List<Value> operands = operation.operands();
    Optional<Range> left = range(operands.get(0));
    Optional<Range> right = operands.size() > 1 ? range(operands.get(1)) : left;
    if (left.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    Range a = left.get();
    Range b = right.get();
    return switch (operation.operator()) {
      case ADD -> Optional.of(both(Opcodes.DADD, a.low(), b.low(), a.high(), b.high()));
      case SUBTRACT -> Optional.of(both(Opcodes.DSUB, a.low(), b.high(), a.high(), b.low()));
      case MULTIPLY ->
          b.isOne()
              ? Optional.of(ends(Opcodes.DMUL, a, b.low()))
              : a.isOne() ? Optional.of(ends(Opcodes.DMUL, b, a.low())) : Optional.empty();
      case DIVIDE, FLOOR_DIVIDE ->
          b.isOne() ? Optional.of(ends(Opcodes.DDIV, a, b.low())) : Optional.empty();
      case MIN, MAX -> {
        String function = operation.operator() == Operator.MIN ? "min" : "max";
        yield Optional.of(
            new Range(call(function, a.low(), b.low()), call(function, a.high(), b.high())));
      }
      case TO_LONG, TO_INT -> left;
      default -> Optional.empty();
    };
  }

  private Range both(int opcode, int low, int otherLow, int high, int otherHigh) {
    return new Range(of(opcode, low, otherLow), of(opcode, high, otherHigh));
  }

  /** The range of an operation with one number as its second operand. */
  private Range ends(int opcode, Range range, int number) {
    int one = of(opcode, range.low(), number);
    int other = of(opcode, range.high(), number);
    return new Range(call("min", one, other), call("max", one, other));
  }
}
