package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.discovery.RefusalException;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;

/** The instructions that no kernel may contain, each with the reason that users see. */
final class ForbiddenInstructions {
  /** The advice to users for a loop that writes a field. */
  static final String FIELD_ADVICE =
      "Write to an array, or to a local variable and to the field after the loop.";

  private ForbiddenInstructions() {}

  /**
   * Refuses a forbidden instruction.
   *
   * @throws RefusalException with the reason
   */
  static void check(AbstractInsnNode node, int line) throws RefusalException {
    switch (node.getOpcode()) {
      case Opcodes.PUTFIELD, Opcodes.PUTSTATIC ->
          throw new RefusalException(
              line, "writes the field " + ((FieldInsnNode) node).name, FIELD_ADVICE);
      case Opcodes.NEW ->
          throw new RefusalException(line, "creates an object", "Create it before the loop.");
      case Opcodes.ANEWARRAY, Opcodes.MULTIANEWARRAY ->
          throw new RefusalException(
              line,
              "creates an array of arrays or objects",
              "Create it before the loop, or use one array of numbers, as a[i * n + j].");
      case Opcodes.AASTORE ->
          throw new RefusalException(
              line, "stores an object or a row in an array", "Keep to numbers in the loop.");
      case Opcodes.MONITORENTER, Opcodes.MONITOREXIT ->
          throw new RefusalException(line, "takes a lock", "Remove synchronized from the loop.");
      case Opcodes.INVOKEDYNAMIC ->
          throw new RefusalException(
              line,
              "uses a lambda or joins strings",
              "Write the computation out, or move it out of the loop.");
      case Opcodes.CHECKCAST, Opcodes.INSTANCEOF ->
          throw new RefusalException(
              line, "looks at the type of an object", "Keep to numbers and arrays in the loop.");
      case Opcodes.IFNULL, Opcodes.IFNONNULL, Opcodes.IF_ACMPEQ, Opcodes.IF_ACMPNE ->
          throw new RefusalException(
              line,
              "compares objects with == or with null",
              "Put the result of the comparison into a boolean before the loop.");
      case Opcodes.JSR, Opcodes.RET ->
          throw new RefusalException(
              line, "is inside a finally block of an old compiler", "Recompile it.");
      default -> {
        // All other instructions compute with numbers.
      }
    }
  }
}
