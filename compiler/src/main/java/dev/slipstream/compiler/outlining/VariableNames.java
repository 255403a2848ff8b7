package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.normalisation.inlining.Inliner;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodNode;

/** The names of local variables around a loop. */
final class VariableNames {
  private final MethodNode method;
  private final int position;
  private final Inliner inliner;

  VariableNames(MethodNode method, int position, Inliner inliner) {
    this.method = method;
    this.position = position;
    this.inliner = inliner;
  }

  /** The variable that is in a slot before an instruction of the method, or before the loop. */
  String of(int slot, int instruction) {
    if (method.localVariables != null) {
      for (LocalVariableNode variable : method.localVariables) {
        if (variable.index == slot
            && method.instructions.indexOf(variable.start) <= instruction
            && method.instructions.indexOf(variable.end) > instruction) {
          return variable.name;
        }
      }
    }
    return of(slot);
  }

  /** The variable that is in a slot before the loop, or else one that is in it inside the loop. */
  String of(int slot) {
    String inlined = inliner.slotNames().get(slot);
    if (inlined != null) {
      return inlined;
    }
    String fallback = "local " + slot;
    if (method.localVariables == null) {
      return fallback;
    }
    for (LocalVariableNode variable : method.localVariables) {
      if (variable.index == slot) {
        int from = method.instructions.indexOf(variable.start);
        int to = method.instructions.indexOf(variable.end);
        if (position <= to && (position >= from || variable.start.getNext() != null)) {
          fallback = variable.name;
          if (position >= from) {
            return variable.name;
          }
        }
      }
    }
    return fallback;
  }
}
