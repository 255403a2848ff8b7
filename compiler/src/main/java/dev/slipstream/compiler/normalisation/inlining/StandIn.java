package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.classfile.Instructions;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Code that replaces a call whose target is not known yet. */
final class StandIn {
  private StandIn() {}

  /** Whether code can replace a method. */
  static boolean isPossible(String descriptor) {
    return Type.getReturnType(descriptor).getSort() < Type.ARRAY;
  }

  /**
   * Code that leaves a value of the method's type on the stack that depends on all arguments.
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
