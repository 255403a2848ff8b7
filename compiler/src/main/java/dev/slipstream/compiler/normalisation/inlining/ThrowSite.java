package dev.slipstream.compiler.normalisation.inlining;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;

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

  /** What happens where an instruction that throws is reached. */
  public static String text(AbstractInsnNode node) {
    return node instanceof ThrowSite site ? site.text : "an exception is thrown";
  }
}
