package dev.slipstream.compiler.normalisation.inlining;

import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.model.loop.RefusalKind;
import org.objectweb.asm.tree.MethodInsnNode;

/** The refusals of calls whose method is known and cannot be copied into the loop. */
final class InlineRefusals {
  private InlineRefusals() {}

  /** A lambda is called through an interface of objects, such as {@code Function}. */
  static RefusalException boxed(MethodInsnNode call, int line) {
    return CallTargets.refuse(
        call,
        line,
        RefusalKind.FUNCTIONS,
        "which passes boxed numbers to a lambda",
        "Use an interface of plain numbers, such as DoubleUnaryOperator.");
  }

  /** A method calls itself, perhaps through others. */
  static RefusalException recursion(MethodInsnNode call, int line) {
    return CallTargets.refuse(
        call, line, RefusalKind.RECURSION, "which calls itself", "Write the recursion as a loop.");
  }

  /** Calls are nested more deeply than any loop needs. */
  static RefusalException depth(MethodInsnNode call, int line, int deepest) {
    return CallTargets.refuse(
        call,
        line,
        RefusalKind.SIZE,
        "which is more than " + deepest + " calls deep",
        "Write one of the methods in between out.");
  }

  /** The loop becomes too long with the method. */
  static RefusalException size(MethodInsnNode call, int line) {
    return CallTargets.refuse(
        call,
        line,
        RefusalKind.SIZE,
        "whose code is copied into the loop, which then has more than 20,000 bytecode"
            + " instructions",
        "Split the loop into several, or call the method in fewer places.");
  }
}
