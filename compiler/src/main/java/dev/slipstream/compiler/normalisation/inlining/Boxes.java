package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.Accessors;
import dev.slipstream.compiler.classfile.Instructions;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Boxed numbers that are invariant, {@code Integer} and similar classes. Unboxing such a number
 * reads the only field of the box, which call sites do through the method that the class has for
 * it.
 */
public final class Boxes {
  private static final String FIELD = "value";

  /** The type of the number in a box, by the internal name of its class. */
  private static final Map<String, Type> NUMBERS =
      Map.of(
          "java/lang/Boolean", Type.BOOLEAN_TYPE,
          "java/lang/Character", Type.CHAR_TYPE,
          "java/lang/Byte", Type.BYTE_TYPE,
          "java/lang/Short", Type.SHORT_TYPE,
          "java/lang/Integer", Type.INT_TYPE,
          "java/lang/Long", Type.LONG_TYPE,
          "java/lang/Float", Type.FLOAT_TYPE,
          "java/lang/Double", Type.DOUBLE_TYPE);

  private Boxes() {}

  /** The instructions that replace a call which unboxes a number; empty if it is no such call. */
  static Optional<InsnList> unboxing(MethodInsnNode call) {
    Type number = NUMBERS.get(call.owner);
    Type result = Type.getReturnType(call.desc);
    if (number == null
        || call.getOpcode() != Opcodes.INVOKEVIRTUAL
        || Type.getArgumentTypes(call.desc).length > 0
        || !call.name.equals(result.getClassName() + "Value")) {
      return Optional.empty();
    }
    InsnList code = new InsnList();
    code.add(new FieldInsnNode(Opcodes.GETFIELD, call.owner, FIELD, number.getDescriptor()));
    convert(number, result, code);
    return Optional.of(code);
  }

  /** The method through which a call site reads a field, if the field is the number in a box. */
  public static Optional<Accessors.Accessor> accessor(FieldInsnNode field) {
    return Optional.ofNullable(NUMBERS.get(field.owner))
        .filter(number -> field.name.equals(FIELD))
        .map(
            number ->
                new Accessors.Accessor(
                    field.owner,
                    number.getClassName() + "Value",
                    "()" + number.getDescriptor(),
                    /* isFinal= */ true));
  }

  private static void convert(Type from, Type to, InsnList code) {
    int opcode = Instructions.conversion(Instructions.kindOf(from), Instructions.kindOf(to));
    if (opcode != Opcodes.NOP) {
      code.add(new InsnNode(opcode));
    }
    if (!from.equals(to) && to.getSort() == Type.BYTE) {
      code.add(new InsnNode(Opcodes.I2B));
    } else if (!from.equals(to) && to.getSort() == Type.SHORT) {
      code.add(new InsnNode(Opcodes.I2S));
    }
  }
}
