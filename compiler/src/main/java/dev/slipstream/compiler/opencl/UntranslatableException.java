package dev.slipstream.compiler.opencl;

import java.io.Serial;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Thrown if a kernel cannot be written in OpenCL C. The message is the reason as shown to users,
 * starting with the line if it is known: {@code line 46 calls java.lang.Math.sinh, which has no
 * OpenCL form}.
 */
public final class UntranslatableException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** Creates an exception with a reason of that form. */
  public UntranslatableException(String reason) {
    super(reason);
  }

  static UntranslatableException at(int line, String reason) {
    return new UntranslatableException(line >= 0 ? "line " + line + " " + reason : "it " + reason);
  }

  /** For an instruction that has no form in OpenCL C. */
  static UntranslatableException at(int line, AbstractInsnNode instruction) {
    if (instruction instanceof MethodInsnNode call) {
      String method = call.owner.replace('/', '.') + "." + call.name;
      return at(
          line, "calls " + method + ", which OpenCL devices do not have with the same results");
    }
    int opcode = instruction.getOpcode();
    return at(
        line,
        switch (opcode) {
          case Opcodes.NEW, Opcodes.NEWARRAY, Opcodes.ANEWARRAY, Opcodes.MULTIANEWARRAY ->
              "allocates memory, which OpenCL devices cannot";
          case Opcodes.GETFIELD, Opcodes.PUTFIELD, Opcodes.GETSTATIC, Opcodes.PUTSTATIC ->
              "uses a field, which OpenCL devices cannot reach";
          case Opcodes.AALOAD, Opcodes.AASTORE -> "uses an array of arrays or objects";
          case Opcodes.FREM, Opcodes.DREM -> "uses % on floating-point numbers";
          case Opcodes.ATHROW -> "throws an exception, which OpenCL devices cannot";
          case Opcodes.MONITORENTER, Opcodes.MONITOREXIT -> "locks an object";
          default -> "does what OpenCL devices cannot (instruction " + opcode + ")";
        });
  }
}
