package dev.slipstream.runtime.coherence;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** The arrays of primitives that can be reached through arrays of references. */
final class ReachedArrays {
  private ReachedArrays() {}

  /** All of them, each once. Arrays that hold themselves do no harm. */
  static List<Object> of(Object[] references) {
    List<Object> leaves = new ArrayList<>();
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object[]> open = new ArrayDeque<>(List.<Object[]>of(references));
    seen.add(references);
    while (!open.isEmpty()) {
      for (Object element : open.pop()) {
        if (element != null && element.getClass().isArray() && seen.add(element)) {
          if (element instanceof Object[] inner) {
            open.push(inner);
          } else {
            leaves.add(element);
          }
        }
      }
    }
    return leaves;
  }
}
