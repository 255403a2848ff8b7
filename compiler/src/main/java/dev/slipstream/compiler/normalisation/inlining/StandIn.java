package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.Instructions;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** What stands in the place of a call of which it is not known yet what it runs. */
final class StandIn {
  private StandIn() {}

  /** Whether something can stand in the place of a method. */
  static boolean isPossible(String descriptor) {
    return Type.getReturnType(descriptor).getSort() < Type.ARRAY;
  }

  /**
   * Leaves a value of the method's type on the stack that differs with its arguments.
   *
   * @param argument the slot of the first argument; the others follow
   */
  static InsnList of(String descriptor, int argument) {
    InsnList code = new InsnList();
    Type result = Type.getReturnType(descriptor);
    if (result.getSort() == Type.VOID) {
      return code;
    }
    code.add(new InsnNode(Opcodes.ICONST_1));
    code.add(new InsnNode(Opcodes.I2D));
    int slot = argument;
    for (Type type : Type.getArgumentTypes(descriptor)) {
      if (type.getSort() < Type.ARRAY) {
        code.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), slot));
        convert(Instructions.kindOf(type), 'D', code);
        code.add(new InsnNode(Opcodes.DADD));
      }
      slot += type.getSize();
    }
    convert('D', Instructions.kindOf(result), code);
    if (result.getSort() == Type.BOOLEAN) {
      code.add(new InsnNode(Opcodes.ICONST_1));
      code.add(new InsnNode(Opcodes.IAND));
    }
    return code;
  }

  private static void convert(char from, char to, InsnList code) {
    if (from != to) {
      code.add(new InsnNode(Instructions.conversion(from, to)));
    }
  }
}
