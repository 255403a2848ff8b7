package dev.slipstream.compiler.guard.placement;

import dev.slipstream.compiler.classfile.ClassFiles;
import dev.slipstream.compiler.guard.scan.Descriptors;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/** Finds for each value on the stack the place that it was read from. */
final class PlaceInterpreter extends BasicInterpreter {
  private static final Type OBJECT = Type.getObjectType("java/lang/Object");

  private final InsnList instructions;

  /** The instructions that have already given a name to their results. */
  private final BitSet named = new BitSet();

  PlaceInterpreter(InsnList instructions) {
    super(Opcodes.ASM9);
    this.instructions = instructions;
  }

  @Override
  public @Nullable BasicValue newValue(@Nullable Type type) {
    if (type == null || type.getSort() < Type.ARRAY) {
      return super.newValue(type);
    }
    return new PlaceValue(type, Place.Unknown.UNKNOWN);
  }

  /** Sets the local variables of a frame to their values at the start of a method. */
  void enter(String owner, MethodNode method, Frame<BasicValue> frame) {
    int slot = 0;
    if (!ClassFiles.has(method.access, Opcodes.ACC_STATIC)) {
      frame.setLocal(slot++, new PlaceValue(Type.getObjectType(owner), Place.Unknown.UNKNOWN));
    }
    for (Type parameter : Type.getArgumentTypes(method.desc)) {
      frame.setLocal(slot++, newParameterValue(/* isInstanceMethod= */ true, slot, parameter));
      if (parameter.getSize() == 2) {
        frame.setLocal(slot++, BasicValue.UNINITIALIZED_VALUE);
      }
    }
    for (; slot < method.maxLocals; slot++) {
      frame.setLocal(slot, BasicValue.UNINITIALIZED_VALUE);
    }
  }

  @Override
  public BasicValue newOperation(AbstractInsnNode node) throws AnalyzerException {
    BasicValue value = super.newOperation(node);
    int opcode = node.getOpcode();
    if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
      return constant(opcode - Opcodes.ICONST_0);
    }
    if (node instanceof IntInsnNode push) {
      return constant(push.operand);
    }
    if (node instanceof LdcInsnNode ldc && ldc.cst instanceof Integer number) {
      return constant(number);
    }
    if (node instanceof FieldInsnNode field && value.isReference()) {
      return new PlaceValue(value.getType(), new Place.Static(field.owner, field.name, field.desc));
    }
    return named(node, value);
  }

  @Override
  public BasicValue copyOperation(AbstractInsnNode node, BasicValue value) {
    if (!(node instanceof VarInsnNode variable)) {
      return value;
    }
    int opcode = node.getOpcode();
    if (opcode == Opcodes.ALOAD && value.isReference()) {
      return new PlaceValue(
          value.getType(), new Place.Local(variable.var), PlaceValue.origin(value));
    }
    if (opcode == Opcodes.ASTORE && value.isReference()) {
      return new PlaceValue(value.getType(), Place.Unknown.UNKNOWN, origin(value));
    }
    if (opcode == Opcodes.ILOAD) {
      return new PlaceValue(Type.INT_TYPE, new Place.Int(variable.var, 0));
    }
    return value instanceof PlaceValue ? nameless(value) : value;
  }

  @Override
  public BasicValue unaryOperation(AbstractInsnNode node, BasicValue value)
      throws AnalyzerException {
    BasicValue result = super.unaryOperation(node, value);
    // After a cast, inserted code cannot read a field of the object without casting again, which
    // may throw. Only arrays therefore keep their places.
    if (node.getOpcode() == Opcodes.CHECKCAST
        && result != null
        && result.getType().getSort() == Type.ARRAY) {
      return PlaceValue.cast(result.getType(), value);
    }
    if (node instanceof FieldInsnNode field
        && node.getOpcode() == Opcodes.GETFIELD
        && result != null
        && result.isReference()
        && PlaceValue.place(value) != Place.Unknown.UNKNOWN) {
      return new PlaceValue(
          result.getType(),
          new Place.Field(PlaceValue.place(value), field.owner, field.name, field.desc));
    }
    // The result of an increment is in a local variable.
    return node.getOpcode() == Opcodes.IINC ? result : named(node, result);
  }

  @Override
  public BasicValue binaryOperation(AbstractInsnNode node, BasicValue first, BasicValue second)
      throws AnalyzerException {
    Place left = PlaceValue.place(first);
    Place right = PlaceValue.place(second);
    switch (node.getOpcode()) {
      case Opcodes.AALOAD -> {
        Type element = elementType(first.getType());
        return right instanceof Place.Int index && left != Place.Unknown.UNKNOWN
            ? new PlaceValue(element, new Place.Row(left, index))
            : new PlaceValue(element, result(node));
      }
      case Opcodes.IADD, Opcodes.ISUB -> {
        boolean adds = node.getOpcode() == Opcodes.IADD;
        if (left instanceof Place.Int a
            && right instanceof Place.Int b
            && (b.slot() == Place.Int.NONE || (adds && a.slot() == Place.Int.NONE))) {
          return new PlaceValue(
              Type.INT_TYPE,
              new Place.Int(
                  Math.max(a.slot(), b.slot()), a.constant() + (adds ? 1 : -1) * b.constant()));
        }
        return named(node, super.binaryOperation(node, first, second));
      }
      default -> {
        return named(node, super.binaryOperation(node, first, second));
      }
    }
  }

  @Override
  public BasicValue naryOperation(AbstractInsnNode node, List<? extends BasicValue> values)
      throws AnalyzerException {
    return named(node, super.naryOperation(node, values));
  }

  @Override
  public BasicValue merge(BasicValue first, BasicValue second) {
    if (first.equals(second)) {
      return first;
    }
    if (first.isReference() && second.isReference()) {
      Type type =
          first.getType().equals(second.getType()) || Descriptors.isNull(second.getType())
              ? first.getType()
              : Descriptors.isNull(first.getType()) ? second.getType() : OBJECT;
      Place origin = PlaceValue.origin(first);
      return new PlaceValue(
          type,
          Place.Unknown.UNKNOWN,
          origin.equals(PlaceValue.origin(second)) ? origin : Place.Unknown.UNKNOWN);
    }
    Type type = first.getType();
    if (type != null && type.equals(second.getType())) {
      return nameless(first);
    }
    return BasicValue.UNINITIALIZED_VALUE;
  }

  private static Type elementType(Type array) {
    return array != null && array.getSort() == Type.ARRAY && array.getDescriptor().length() > 2
        ? Type.getType(array.getDescriptor().substring(1))
        : OBJECT;
  }

  private static BasicValue constant(int number) {
    return new PlaceValue(Type.INT_TYPE, new Place.Int(Place.Int.NONE, number));
  }

  /**
   * The place in memory at which a value that is stored in a local variable is found as well, if it
   * is known.
   */
  private static Place origin(BasicValue value) {
    Place place = PlaceValue.place(value);
    return place.isInMemory() ? place : PlaceValue.origin(value);
  }

  private static BasicValue nameless(BasicValue value) {
    return new PlaceValue(value.getType(), Place.Unknown.UNKNOWN);
  }

  private Place result(AbstractInsnNode node) {
    int number = instructions.indexOf(node);
    named.set(number);
    return new Place.Result(number);
  }

  /**
   * Whether a value may be named after an instruction, because the analysis has passed it before.
   */
  boolean hasNamed(int number) {
    return named.get(number);
  }

  /** Names the result of an instruction: an object, or a number that may be an index. */
  private BasicValue named(AbstractInsnNode node, BasicValue value) {
    boolean hasName =
        value != null
            && (value.isReference()
                ? !Descriptors.isNull(value.getType())
                : value.equals(BasicValue.INT_VALUE));
    return hasName ? new PlaceValue(value.getType(), result(node)) : value;
  }
}
