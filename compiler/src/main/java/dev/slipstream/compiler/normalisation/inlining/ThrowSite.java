package dev.slipstream.compiler.normalisation.inlining;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/** An instruction that stands for code which throws, with the message for users. */
public final class ThrowSite extends InsnNode {
  private final String text;

  private ThrowSite(String text) {
    super(Opcodes.ATHROW);
    this.text = text;
  }

  /**
   * The instruction in a method that is inlined.
   *
   * @param method the method's class and name, {@code java/lang/Math.addExact(II)I}
   */
  static AbstractInsnNode in(String method) {
    int end = method.indexOf('(');
    String name = method.substring(method.lastIndexOf('/', end) + 1, end).replace('$', '.');
    return new ThrowSite(name + " throws an exception");
  }

  /**
   * The instruction for code of the loop itself.
   *
   * @param end the code's last instruction
   */
  static AbstractInsnNode at(AbstractInsnNode end) {
    AbstractInsnNode made = end.getPrevious();
    while (made != null && made.getOpcode() < 0) {
      made = made.getPrevious();
    }
    return end.getOpcode() == Opcodes.ATHROW
            && made instanceof MethodInsnNode constructor
            && constructor.name.equals("<init>")
        ? new ThrowSite("the loop throws " + simpleName(constructor.owner))
        : new ThrowSite("the loop throws an exception");
  }

  /** The instruction for the use of an object that is null. */
  public static AbstractInsnNode ofNull() {
    return new ThrowSite("an object is null");
  }

  private static String simpleName(String type) {
    return type.substring(Math.max(type.lastIndexOf('/'), type.lastIndexOf('$')) + 1);
  }

  /** What happens where an instruction that throws is reached. */
  public static String text(AbstractInsnNode node) {
    return node instanceof ThrowSite site ? site.text : "an exception is thrown";
  }
}
