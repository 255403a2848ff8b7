package dev.slipstream.compiler.guard.scan;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Which methods of the JDK may wait for others, or call code of the program, while they use an
 * array that they were given: loops over the array may be submitted then. What they do inside is
 * not looked at; their types say what they can do.
 */
final class HoldingCalls {
  /** The packages whose methods wait for nobody. */
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

  /** The types that such a method calls nothing of that a program could have written. */
  private static final Set<String> NOT_CALLED =
      Set.of("java/lang/Object", "java/nio/charset/Charset");

  /** Nobody can extend it, but it may stand for a sequence of characters of the program. */
  private static final String CHAR_BUFFER = "java/nio/CharBuffer";

  /** It is called with types of the program, which it passes on. */
  private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";

  private final Hierarchy hierarchy;

  HoldingCalls(Hierarchy hierarchy) {
    this.hierarchy = hierarchy;
  }

  /**
   * Whether a call of a method is one.
   *
   * @param owner the class of the JDK that declares it
   */
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

  /** What {@code new} makes is of that very class; what extends it is not. */
  private boolean hasReceiver(String owner, MethodInsnNode call) {
    return call.name.equals("<init>")
        ? owner.equals(hierarchy.self().superName())
        : call.getOpcode() != Opcodes.INVOKESTATIC;
  }

  private boolean mayBeOfProgram(String type) {
    return hierarchy.find(type).map(ClassHeader::isExtensible).orElse(true);
  }
}
