package dev.slipstream.compiler.outlining;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Leaves out of a body, in the numbering of {@link KernelWriter}, the parameters it never loads.
 */
final class UsedParameters {
  private UsedParameters() {}

  /**
   * Numbers the parameters of a body anew.
   *
   * @param dimensions the number of loop variables, which come before the parameters
   * @param parameters the number of parameters
   * @return those that are left, in their order
   */
  static List<Integer> compact(InsnList body, int dimensions, int parameters) {
    TreeSet<Integer> used = new TreeSet<>();
    for (AbstractInsnNode node : body) {
      if (isParameter(node, dimensions, parameters)) {
        used.add(((VarInsnNode) node).var - dimensions);
      }
    }
    List<Integer> left = new ArrayList<>(used);
    for (AbstractInsnNode node : body) {
      if (isParameter(node, dimensions, parameters)) {
        VarInsnNode variable = (VarInsnNode) node;
        variable.var = dimensions + left.indexOf(variable.var - dimensions);
      }
    }
    return left;
  }

  private static boolean isParameter(AbstractInsnNode node, int dimensions, int parameters) {
    return node instanceof VarInsnNode variable
        && variable.var >= dimensions
        && variable.var < dimensions + parameters;
  }
}
