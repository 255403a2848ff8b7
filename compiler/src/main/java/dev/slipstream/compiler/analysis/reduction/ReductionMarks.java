package dev.slipstream.compiler.analysis.reduction;

import dev.slipstream.compiler.discovery.LocalAnnotation;
import java.util.BitSet;
import java.util.Set;
import org.objectweb.asm.tree.MethodNode;

/** The annotations that allow another order of floating-point additions. */
public final class ReductionMarks {
  private static final Set<String> ANNOTATIONS =
      Set.of("Ldev/slipstream/api/Reduction;", "Luk/ac/manchester/tornado/api/annotations/Reduce;");

  private ReductionMarks() {}

  /** The slots of the annotated locals at an instruction of a method. */
  public static BitSet at(MethodNode method, int instruction) {
    BitSet slots = new BitSet();
    for (LocalAnnotation annotation : LocalAnnotation.of(method)) {
      if (ANNOTATIONS.contains(annotation.node().desc) && annotation.covers(instruction)) {
        slots.set(annotation.slot());
      }
    }
    return slots;
  }
}
