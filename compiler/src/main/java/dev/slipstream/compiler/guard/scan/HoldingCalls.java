package dev.slipstream.compiler.guard.scan;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Determines which methods of the JDK may wait for other threads, or call code of the program,
 * while they use an array that they were given. Loops over the array may be submitted meanwhile.
 * The methods' code is not analysed: their parameter types show whether they can call the program.
 */
final class HoldingCalls {
  /** The packages whose methods wait for no other thread. */
  private static final Set<String> COMPUTING =
      Set.of(
          "java/lang/",
          "java/lang/invoke/",
          "java/lang/reflect/",
          "java/math/",
          "java/nio/",
          "java/security/",
          "java/util/",
          "java/util/concurrent/",
          "java/util/concurrent/atomic/",
          "java/util/zip/");

  /**
   * Parameter types that the program can extend, but on which such methods call nothing that a
   * program could have written.
   */
  private static final Set<String> NOT_CALLED =
      Set.of("java/lang/Object", "java/nio/charset/Charset");

  /** A final class that may nevertheless wrap a character sequence of the program. */
  private static final String CHAR_BUFFER = "java/nio/CharBuffer";

  /** Takes arguments of the program's types, but only passes them on. */
  private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";

  private final Hierarchy hierarchy;

  HoldingCalls(Hierarchy hierarchy) {
    this.hierarchy = hierarchy;
  }

  /** Whether a method may wait or call the program while it uses an array. */
  boolean include(String owner, MethodInsnNode call) {
    if (!COMPUTING.contains(owner.substring(0, owner.lastIndexOf('/') + 1))) {
      return true;
    }
    if (owner.equals(VAR_HANDLE)) {
      return false;
    }
    if (hasReceiver(owner, call) && (owner.equals(CHAR_BUFFER) || mayBeOfProgram(owner))) {
      return true;
    }
    for (Type parameter : Type.getArgumentTypes(call.desc)) {
      Type element = parameter.getSort() == Type.ARRAY ? parameter.getElementType() : parameter;
      if (element.getSort() == Type.OBJECT
          && !NOT_CALLED.contains(element.getInternalName())
          && mayBeOfProgram(element.getInternalName())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a call has a receiver that may be an object of a subclass. {@code new} creates an
   * object of exactly the named class; a constructor called by a subclass's constructor runs on an
   * object of the subclass.
   */
  private boolean hasReceiver(String owner, MethodInsnNode call) {
    return call.name.equals("<init>")
        ? owner.equals(hierarchy.self().superName())
        : call.getOpcode() != Opcodes.INVOKESTATIC;
  }

  private boolean mayBeOfProgram(String type) {
    return hierarchy.find(type).map(ClassHeader::isExtensible).orElse(true);
  }
}
