package dev.slipstream.compiler.analysis.reduction;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.tree.LocalVariableAnnotationNode;
import org.objectweb.asm.tree.MethodNode;

/** The annotations that allow another order of floating-point additions. */
public final class ReductionMarks {
  private static final Set<String> ANNOTATIONS =
      Set.of("Ldev/slipstream/api/Reduction;", "Luk/ac/manchester/tornado/api/annotations/Reduce;");

  private ReductionMarks() {}

  /** The slots of the annotated locals at an instruction of a method. */
  public static BitSet at(MethodNode method, int instruction) {
    List<LocalVariableAnnotationNode> annotations = new ArrayList<>();
    if (method.visibleLocalVariableAnnotations != null) {
      annotations.addAll(method.visibleLocalVariableAnnotations);
    }
    if (method.invisibleLocalVariableAnnotations != null) {
      annotations.addAll(method.invisibleLocalVariableAnnotations);
    }
    BitSet slots = new BitSet();
    for (LocalVariableAnnotationNode annotation : annotations) {
      for (int range = 0; range < annotation.start.size(); range++) {
        if (ANNOTATIONS.contains(annotation.desc)
            && method.instructions.indexOf(annotation.start.get(range)) <= instruction
            && instruction < method.instructions.indexOf(annotation.end.get(range))) {
          slots.set(annotation.index.get(range));
        }
      }
    }
    return slots;
  }
}
