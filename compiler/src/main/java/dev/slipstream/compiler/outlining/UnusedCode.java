package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.dataflow.Block;
import dev.slipstream.compiler.dataflow.ControlFlow;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.VarInsnNode;

/** Removes unused code from a body, in the numbering of {@link KernelWriter}. */
final class UnusedCode {
  private UnusedCode() {}

  /** Removes the instructions that never run; labels stay. */
  static void removeDead(InsnList code) {
    ControlFlow flow = ControlFlow.of(code);
    List<AbstractInsnNode> dead = new ArrayList<>();
    for (Block block : flow.blocks()) {
      if (!flow.reachable(block)) {
        for (int i = block.first(); i <= block.last(); i++) {
          if (!(code.get(i) instanceof LabelNode)) {
            dead.add(code.get(i));
          }
        }
      }
    }
    dead.forEach(code::remove);
  }

  /**
   * Removes the parameters that a body never loads, and renumbers the others.
   *
   * @param dimensions the number of loop variables, which precede the parameters
   * @param parameters the number of parameters
   * @return the remaining ones, in their order
   */
  static List<Integer> removeParameters(InsnList body, int dimensions, int parameters) {
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
