package dev.slipstream.agent.coherence;

import dev.slipstream.model.kernel.IterationSpace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** An order of iterations that reverses any two that depend on each other. */
final class Backwards {
  private Backwards() {}

  /** Returns the iterations of a loop nest one by one, the last one first. */
  static List<IterationSpace> of(IterationSpace space) {
    List<IterationSpace> iterations = List.of(space);
    for (int d = 0; d < space.dimensions(); d++) {
      List<IterationSpace> parts = new ArrayList<>();
      for (IterationSpace part : iterations) {
        for (int k = 0; k < space.count(d); k++) {
          parts.add(alone(part, d, k));
        }
      }
      iterations = parts;
    }
    List<IterationSpace> backwards = new ArrayList<>(iterations);
    Collections.reverse(backwards);
    return backwards;
  }

  private static IterationSpace alone(IterationSpace space, int dimension, int number) {
    int[] starts = new int[space.dimensions()];
    int[] steps = new int[starts.length];
    int[] counts = new int[starts.length];
    for (int d = 0; d < starts.length; d++) {
      starts[d] = space.value(d, d == dimension ? number : 0);
      steps[d] = space.step(d);
      counts[d] = d == dimension ? 1 : space.count(d);
    }
    return new IterationSpace(starts, steps, counts);
  }
}
