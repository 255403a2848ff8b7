package dev.slipstream.compiler.dataflow;

import dev.slipstream.compiler.classfile.Instructions;
import dev.slipstream.compiler.classfile.Intrinsics;
import dev.slipstream.model.mapper.Operator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * Computes symbolic values, one instruction at a time. An instruction always gives the same value
 * for the same operands.
 */
final class ValueInterpreter extends Interpreter<Value> {
  private static final Value UNDEFINED = new Value.Undefined();

  private final InsnList instructions;
  private final Set<Value> steadyArrays;

  /** The numbers that were converted to double, by the converting instruction. */
  private final Map<Integer, Value> widened = new HashMap<>();

  /**
   * @param steadyArrays the arrays whose elements are invariant
   */
  ValueInterpreter(InsnList instructions, Set<Value> steadyArrays) {
    super(Opcodes.ASM9);
    this.instructions = instructions;
    this.steadyArrays = Set.copyOf(steadyArrays);
  }

  @Override
  public Value newValue(Type type) {
    return UNDEFINED;
  }

  @Override
  public Value newOperation(AbstractInsnNode node) {
    Optional<Number> number = Instructions.constant(node);
    if (number.isPresent()) {
      char kind = kindOf(number.get());
      return kind == 'I' || kind == 'J'
          ? new Value.Constant(kind, number.get().longValue())
          : opaque(node, kind);
    }
    if (node instanceof FieldInsnNode field) {
      return new Value.Field(Optional.empty(), field.owner, field.name, field.desc);
    }
    return node.getOpcode() == Opcodes.ACONST_NULL ? new Value.Null() : opaque(node, 'A');
  }

  private static char kindOf(Number number) {
    return number instanceof Long
        ? 'J'
        : number instanceof Float ? 'F' : number instanceof Double ? 'D' : 'I';
  }

  @Override
  public Value copyOperation(AbstractInsnNode node, Value value) {
    return value;
  }

  @Override
  public Value unaryOperation(AbstractInsnNode node, Value value) {
    if (node instanceof IincInsnNode increment) {
      return Value.Operation.of(
          instructions.indexOf(node),
          Operator.ADD,
          'I',
          value,
          new Value.Constant('I', increment.incr));
    }
    if (node instanceof FieldInsnNode field && node.getOpcode() == Opcodes.GETFIELD) {
      return new Value.Field(Optional.of(value), field.owner, field.name, field.desc);
    }
    return switch (node.getOpcode()) {
      case Opcodes.INEG -> operation(node, Operator.NEGATE, 'I', value);
      case Opcodes.LNEG -> operation(node, Operator.NEGATE, 'J', value);
      case Opcodes.I2L -> operation(node, Operator.TO_LONG, 'J', value);
      case Opcodes.L2I -> operation(node, Operator.TO_INT, 'I', value);
      case Opcodes.I2B -> operation(node, Operator.TO_BYTE, 'I', value);
      case Opcodes.I2S -> operation(node, Operator.TO_SHORT, 'I', value);
      case Opcodes.I2C -> operation(node, Operator.TO_CHAR, 'I', value);
      case Opcodes.FNEG, Opcodes.I2F, Opcodes.L2F, Opcodes.D2F -> opaque(node, 'F');
      case Opcodes.I2D -> {
        widened.put(instructions.indexOf(node), value);
        yield opaque(node, 'D');
      }
      case Opcodes.DNEG, Opcodes.L2D, Opcodes.F2D -> opaque(node, 'D');
      case Opcodes.F2L, Opcodes.D2L -> opaque(node, 'J');
      case Opcodes.ARRAYLENGTH ->
          value instanceof Value.PrivateArray array
              ? new Value.Constant('I', array.length())
              : new Value.Length(value);
      case Opcodes.NEWARRAY -> newArray((IntInsnNode) node, value);
      case Opcodes.F2I, Opcodes.D2I, Opcodes.INSTANCEOF -> opaque(node, 'I');
      default -> opaque(node, 'A');
    };
  }

  private Value newArray(IntInsnNode node, Value length) {
    if (!(length instanceof Value.Constant constant)
        || constant.number() < 0
        || constant.number() > Value.PrivateArray.MOST_BYTES) {
      return opaque(node, 'A');
    }
    String element = String.valueOf(Instructions.elementOfNew(node.operand));
    return new Value.PrivateArray(instructions.indexOf(node), element, (int) constant.number());
  }

  @Override
  public Value binaryOperation(AbstractInsnNode node, Value left, Value right) {
    int opcode = node.getOpcode();
    Operator operator =
        switch (opcode) {
          case Opcodes.IADD, Opcodes.LADD -> Operator.ADD;
          case Opcodes.ISUB, Opcodes.LSUB -> Operator.SUBTRACT;
          case Opcodes.IMUL, Opcodes.LMUL -> Operator.MULTIPLY;
          case Opcodes.IDIV, Opcodes.LDIV -> Operator.DIVIDE;
          case Opcodes.IREM, Opcodes.LREM -> Operator.REMAINDER;
          case Opcodes.ISHL, Opcodes.LSHL -> Operator.SHIFT_LEFT;
          case Opcodes.ISHR, Opcodes.LSHR -> Operator.SHIFT_RIGHT;
          case Opcodes.IUSHR, Opcodes.LUSHR -> Operator.UNSIGNED_SHIFT_RIGHT;
          case Opcodes.IAND, Opcodes.LAND -> Operator.AND;
          case Opcodes.IOR, Opcodes.LOR -> Operator.OR;
          case Opcodes.IXOR, Opcodes.LXOR -> Operator.XOR;
          case Opcodes.LCMP -> Operator.COMPARE;
          default -> null;
        };
    if (operator != null) {
      boolean isLong = left.kind() == 'J' && operator != Operator.COMPARE;
      return operation(node, operator, isLong ? 'J' : 'I', left, right);
    }
    if (steadyArrays.contains(left) && SteadyArrays.isIndex(right)) {
      return new Value.Element(left, right, opcode == Opcodes.LALOAD ? 'J' : 'I');
    }
    return switch (opcode) {
      case Opcodes.BALOAD -> limited(node, Byte.MIN_VALUE, Byte.MAX_VALUE, left, right);
      case Opcodes.SALOAD -> limited(node, Short.MIN_VALUE, Short.MAX_VALUE, left, right);
      case Opcodes.CALOAD -> limited(node, Character.MIN_VALUE, Character.MAX_VALUE, left, right);
      case Opcodes.AALOAD ->
          left.isArrayOfArrays() ? new Value.Row(left, right) : opaque(node, 'A');
      case Opcodes.IALOAD ->
          Value.SwitchCase.isTable(left)
                  && right instanceof Value.Property ordinal
                  && ordinal.isCapture()
              ? new Value.SwitchCase((Value.Field) left, ordinal)
              : limited(node, Integer.MIN_VALUE, Integer.MAX_VALUE, left, right);
      case Opcodes.DCMPL, Opcodes.DCMPG -> compare(node, left, right);
      case Opcodes.FCMPL, Opcodes.FCMPG -> comparison(node);
      case Opcodes.LALOAD ->
          Value.Opaque.of(instructions.indexOf(node), 'J', left + "[" + right + "]");
      case Opcodes.FALOAD, Opcodes.FADD, Opcodes.FSUB, Opcodes.FMUL, Opcodes.FDIV, Opcodes.FREM ->
          opaque(node, 'F');
      case Opcodes.DALOAD, Opcodes.DADD, Opcodes.DSUB, Opcodes.DMUL, Opcodes.DDIV, Opcodes.DREM ->
          opaque(node, 'D');
      default -> opaque(node, 'A');
    };
  }

  private Value comparison(AbstractInsnNode node) {
    return new Value.Opaque(instructions.indexOf(node), 'I', -1, 1, "…");
  }

  /** Compares ints as such, even if they were converted to double, which is exact. */
  private Value compare(AbstractInsnNode node, Value left, Value right) {
    AbstractInsnNode jump = node.getNext();
    while (jump != null && jump.getOpcode() < 0) {
      jump = jump.getNext();
    }
    int relation = jump == null ? 0 : jump.getOpcode();
    if (relation < Opcodes.IFLT || relation > Opcodes.IFLE) {
      return comparison(node);
    }
    // Whether a number is less, or not less, is decided by the next long above; the other relations
    // by the one below.
    boolean isStrict = relation == Opcodes.IFLT || relation == Opcodes.IFGE;
    boolean isGreater = node.getOpcode() == Opcodes.DCMPG;
    Optional<Value> first = asLong(node, left, !isStrict, !isGreater);
    Optional<Value> second = asLong(node, right, isStrict, isGreater);
    boolean areDoubles =
        first.isEmpty()
            || second.isEmpty()
            || (first.get() instanceof Value.Rounded && second.get() instanceof Value.Rounded);
    return areDoubles
        ? comparison(node)
        : operation(node, Operator.COMPARE, 'I', first.get(), second.get());
  }

  /**
   * An int that was converted to double, or an invariant double, as a long that compares with ints
   * in the same way.
   *
   * @param isLeast whether NaN counts as less than all ints, else as greater
   */
  private Optional<Value> asLong(AbstractInsnNode node, Value value, boolean up, boolean isLeast) {
    if (value instanceof Value.Opaque opaque && widened.containsKey(opaque.instruction())) {
      Value number = widened.get(opaque.instruction());
      return Optional.of(
          number instanceof Value.Constant constant
              ? new Value.Constant('J', constant.number())
              : operation(node, Operator.TO_LONG, 'J', number));
    }
    return value.isCapture() && value.kind() == 'D'
        ? Optional.of(new Value.Rounded(value, up, isLeast ? Long.MIN_VALUE : Long.MAX_VALUE))
        : Optional.empty();
  }

  @Override
  public Value ternaryOperation(AbstractInsnNode node, Value first, Value second, Value third) {
    return UNDEFINED;
  }

  @Override
  public Value naryOperation(AbstractInsnNode node, List<? extends Value> values) {
    if (node instanceof MultiANewArrayInsnNode) {
      return opaque(node, 'A');
    }
    if (node instanceof MethodInsnNode call && Intrinsics.isNullCheck(call)) {
      return values.get(0);
    }
    if (node.getOpcode() == Opcodes.INVOKEVIRTUAL) {
      // Of all instance methods only this one remains after inlining.
      return new Value.Property(Value.Property.Question.ORDINAL, values.get(0), "");
    }
    if (node instanceof MethodInsnNode call) {
      char kind = Instructions.kindOf(Type.getReturnType(call.desc));
      Operator operator = function(call);
      return operator != null && (kind == 'I' || kind == 'J')
          ? operation(node, operator, kind, values.toArray(Value[]::new))
          : opaque(node, kind);
    }
    return opaque(node, 'A');
  }

  @Override
  public void returnOperation(AbstractInsnNode node, Value value, Value expected) {}

  @Override
  public Value merge(Value first, Value second) {
    throw new IllegalStateException("blocks are merged by SymbolicExecution");
  }

  private static @Nullable Operator function(MethodInsnNode call) {
    if (!Intrinsics.isOfMath(call)) {
      return null;
    }
    return switch (call.name) {
      case "min" -> Operator.MIN;
      case "max" -> Operator.MAX;
      case "abs" -> Operator.ABS;
      case "floorDiv" -> call.desc.contains("JI") ? null : Operator.FLOOR_DIVIDE;
      case "floorMod" -> call.desc.contains("JI") ? null : Operator.FLOOR_REMAINDER;
      default -> null;
    };
  }

  private Value operation(AbstractInsnNode node, Operator operator, char kind, Value... operands) {
    return Value.Operation.of(instructions.indexOf(node), operator, kind, operands);
  }

  private Value opaque(AbstractInsnNode node, char kind) {
    return kind == 'V' ? UNDEFINED : Value.Opaque.of(instructions.indexOf(node), kind);
  }

  private Value limited(
      AbstractInsnNode node, long smallest, long largest, Value array, Value index) {
    String text = index.size() > 20 ? array + "[…]" : array + "[" + index + "]";
    return new Value.Opaque(instructions.indexOf(node), 'I', smallest, largest, text);
  }
}
