package dev.slipstream.compiler.opencl;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** Why an instruction has no form in OpenCL C, in words for users. */
final class Refusals {
  private Refusals() {}

  /** The reason, to follow "line 12". */
  static String reason(AbstractInsnNode instruction) {
    if (instruction instanceof MethodInsnNode call) {
      return "calls "
          + call.owner.replace('/', '.')
          + "."
          + call.name
          + ", which OpenCL devices do not have with the same results";
    }
    return switch (instruction.getOpcode()) {
      case Opcodes.NEW, Opcodes.NEWARRAY, Opcodes.ANEWARRAY, Opcodes.MULTIANEWARRAY ->
          "allocates memory, which OpenCL devices cannot";
      case Opcodes.GETFIELD, Opcodes.PUTFIELD, Opcodes.GETSTATIC, Opcodes.PUTSTATIC ->
          "uses a field, which OpenCL devices cannot reach";
      case Opcodes.AALOAD, Opcodes.AASTORE -> "uses an array of arrays or objects";
      case Opcodes.FREM, Opcodes.DREM -> "uses % on floating-point numbers";
      case Opcodes.ATHROW -> "throws an exception, which OpenCL devices cannot";
      case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> "locks an object";
      default -> "does what OpenCL devices cannot (instruction " + instruction.getOpcode() + ")";
    };
  }
}
