package dev.slipstream.build;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Writes the conversions that {@link java.lang.invoke.LambdaMetafactory} allows. */
final class Conversion {
  private final MethodVisitor code;

  Conversion(MethodVisitor code) {
    this.code = code;
  }

  /**
   * Converts an argument on the stack.
   *
   * @param erased its type in the interface
   * @param exact its type in the lambda's use of the interface
   * @param to the type that the called method has for it
   */
  void argument(Type erased, Type exact, Type to) {
    if (isPrimitive(erased)) {
      if (isPrimitive(to)) {
        widen(erased, to);
      } else {
        box(erased);
      }
    } else if (isPrimitive(to)) {
      Type wrapped = primitiveOf(exact);
      unbox(wrapped == null ? to : wrapped);
      widen(wrapped == null ? to : wrapped, to);
    } else if (!erased.equals(to)) {
      cast(to);
    }
  }

  /** Converts the result of the called method to that of the interface. */
  void result(Type returned, Type to) {
    if (to.getSort() != Type.VOID) {
      argument(returned, returned, to);
    } else if (returned.getSize() > 0) {
      code.visitInsn(returned.getSize() == 2 ? Opcodes.POP2 : Opcodes.POP);
    }
  }

  private static boolean isPrimitive(Type type) {
    return type.getSort() < Type.ARRAY;
  }

  private void cast(Type to) {
    if (!to.getInternalName().equals("java/lang/Object")) {
      code.visitTypeInsn(Opcodes.CHECKCAST, to.getInternalName());
    }
  }

  private void box(Type primitive) {
    String wrapper = wrapperOf(primitive);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        wrapper,
        "valueOf",
        "(" + primitive.getDescriptor() + ")L" + wrapper + ";",
        false);
  }

  private void unbox(Type primitive) {
    String wrapper = wrapperOf(primitive);
    code.visitTypeInsn(Opcodes.CHECKCAST, wrapper);
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL,
        wrapper,
        primitive.getClassName() + "Value",
        "()" + primitive.getDescriptor(),
        false);
  }

  private void widen(Type from, Type to) {
    int source = rank(from);
    int target = rank(to);
    if (source == target) {
      return;
    }
    if (source > target) {
      throw new IllegalArgumentException("no conversion from " + from + " to " + to);
    }
    int[][] opcodes = {
      {Opcodes.I2L, Opcodes.I2F, Opcodes.I2D},
      {Opcodes.L2F, Opcodes.L2D},
      {Opcodes.F2D}
    };
    code.visitInsn(opcodes[source][target - source - 1]);
  }

  private static int rank(Type type) {
    switch (type.getSort()) {
      case Type.LONG:
        return 1;
      case Type.FLOAT:
        return 2;
      case Type.DOUBLE:
        return 3;
      default:
        return 0;
    }
  }

  /** The internal name of the class that holds values of a primitive type. */
  static String wrapperOf(Type primitive) {
    switch (primitive.getSort()) {
      case Type.INT:
        return "java/lang/Integer";
      case Type.CHAR:
        return "java/lang/Character";
      default:
        String name = primitive.getClassName();
        return "java/lang/" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }
  }

  /** The primitive type that a wrapper holds; null if the type is no wrapper. */
  private static Type primitiveOf(Type wrapper) {
    for (Type each :
        new Type[] {
          Type.INT_TYPE,
          Type.LONG_TYPE,
          Type.DOUBLE_TYPE,
          Type.FLOAT_TYPE,
          Type.BOOLEAN_TYPE,
          Type.CHAR_TYPE,
          Type.BYTE_TYPE,
          Type.SHORT_TYPE
        }) {
      if (wrapper.getInternalName().equals(wrapperOf(each))) {
        return each;
      }
    }
    return null;
  }
}
