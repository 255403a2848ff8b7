package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.model.loop.RefusalKind;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;

/** The instructions that no kernel may contain, each with the reason that users see. */
final class ForbiddenInstructions {
  /** The advice to users for a loop that writes a field. */
  static final String FIELD_ADVICE =
      "Write to an array; or to a local variable, and from it to the field after the loop.";

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
              line,
              RefusalKind.FIELDS,
              "writes the field " + ((FieldInsnNode) node).name,
              FIELD_ADVICE);
      case Opcodes.NEW ->
          throw new RefusalException(
              line, RefusalKind.OBJECTS, "creates an object", "Create it before the loop.");
      case Opcodes.ANEWARRAY, Opcodes.MULTIANEWARRAY ->
          throw new RefusalException(
              line,
              RefusalKind.NEW_ARRAYS,
              "creates an array of arrays or objects",
              "Create it before the loop, or use one array of numbers, as a[i * n + j].");
      case Opcodes.AASTORE ->
          throw new RefusalException(
              line,
              RefusalKind.OBJECTS,
              "stores an object or a row in an array",
              "Store numbers only; copy the elements of a row, as System.arraycopy does.");
      case Opcodes.MONITORENTER, Opcodes.MONITOREXIT ->
          throw new RefusalException(
              line,
              RefusalKind.LOCKS,
              "takes a lock (synchronized)",
              "Remove synchronized: give each iteration elements of its own.");
      case Opcodes.INVOKEDYNAMIC ->
          throw new RefusalException(
              line,
              RefusalKind.STRINGS,
              "joins strings, or makes a lambda whose code is not known",
              "Store numbers in an array and make texts after the loop, or write the lambda out.");
      case Opcodes.CHECKCAST, Opcodes.INSTANCEOF ->
          throw new RefusalException(
              line,
              RefusalKind.OBJECTS,
              "checks the type of an object (instanceof or a cast)",
              "Check it before the loop, and keep to numbers and arrays in the loop.");
      case Opcodes.IFNULL, Opcodes.IFNONNULL, Opcodes.IF_ACMPEQ, Opcodes.IF_ACMPNE ->
          throw new RefusalException(
              line,
              RefusalKind.OBJECTS,
              "compares objects with == or with null",
              "Put the result of the comparison into a boolean before the loop.");
      case Opcodes.JSR, Opcodes.RET ->
          throw new RefusalException(
              line,
              RefusalKind.BYTECODE,
              "was compiled for a Java older than 6 (it has jsr instructions)",
              "Compile the class again with a current javac.");
      default -> {
        // All other instructions compute with numbers.
      }
    }
  }
}
