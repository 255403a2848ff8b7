package dev.slipstream.compiler.guard.placement;

import dev.slipstream.compiler.dataflow.NaturalLoop;
import dev.slipstream.compiler.guard.platform.CalleeUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the guards of one method go.
 *
 * @param facts the method as it is before any is inserted
 * @param places where arrays can be looked for
 * @param maps the method's blocks and frames; empty if no guard needs any
 * @param loops for each loop, outer ones first, the arrays that are guarded in front of it, with a
 *     {@link GuardKind}: WRITE alone where the guard of a write stands before the loop, and only
 *     what was written is told behind it
 * @param guards those at single instructions, in their order
 * @param parameters the local variables with arrays that code without guards has given
 * @param returns the numbers of the instructions that return an array to such code
 * @param useOfReturned what that code does with it
 */
public record GuardPlan(
    MethodFacts facts,
    ReachablePlaces places,
    Optional<StackMaps> maps,
    Map<NaturalLoop, Map<Place, Integer>> loops,
    List<PlannedGuard> guards,
    List<Integer> parameters,
    List<Integer> returns,
    CalleeUse useOfReturned) {

  /** Whether the method stays as it is. */
  public boolean isEmpty() {
    return loops.isEmpty() && guards.isEmpty() && parameters.isEmpty() && returns.isEmpty();
  }
}
