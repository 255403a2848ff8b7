package dev.slipstream.compiler.discovery;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * An annotation on a local variable, where the variable is in scope.
 *
 * @param slot the variable's slot
 * @param from the index of the first instruction of the scope
 * @param to the index of the first instruction behind it
 */
public record LocalAnnotation(LocalVariableAnnotationNode node, int slot, int from, int to) {

  /** The annotations of a method's local variables, one for each scope. */
  public static List<LocalAnnotation> of(MethodNode method) {
    List<LocalAnnotation> found = new ArrayList<>();
    add(method.visibleLocalVariableAnnotations, method, found);
    add(method.invisibleLocalVariableAnnotations, method, found);
    return found;
  }

  private static void add(
      @Nullable List<LocalVariableAnnotationNode> nodes,
      MethodNode method,
      List<LocalAnnotation> found) {
    if (nodes != null) {
      for (LocalVariableAnnotationNode node : nodes) {
        for (int range = 0; range < node.start.size(); range++) {
          int from = method.instructions.indexOf(node.start.get(range));
          int to = method.instructions.indexOf(node.end.get(range));
          found.add(new LocalAnnotation(node, node.index.get(range), from, to));
        }
      }
    }
  }

  /** Whether an instruction is in the scope. */
  public boolean covers(int instruction) {
    return from <= instruction && instruction < to;
  }
}
