package dev.slipstream.runtime.launch;

import dev.slipstream.model.kernel.Inspector;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.coherence.ArrayBuffers;
import dev.slipstream.runtime.coherence.HostArrays;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/**
 * All that the verdict on one launch depends on: equal circumstances, equal verdicts. They hold
 * numbers that stand for arrays, never an array of the program.
 */
final class Circumstances {
  private Circumstances() {}

  /**
   * The circumstances of a launch.
   *
   * @param inspector the kernel that looks whether an iteration of it throws
   * @param loop the launch
   * @param buffers say what is known of the contents of arrays that are not short
   */
  static List<Object> of(Inspector inspector, Launch loop, ArrayBuffers buffers) {
    List<Object> all = new ArrayList<>();
    IterationSpace space = loop.space();
    for (int d = 0; d < space.dimensions(); d++) {
      all.add(space.start(d));
      all.add(space.step(d));
      all.add(space.count(d));
    }
    for (int parameter : inspector.parameters()) {
      Object argument = loop.arguments()[parameter];
      if (!argument.getClass().isArray()) {
        all.add(argument);
      } else if (argument instanceof Object[]) {
        all.add(
            inspector.contents().contains(parameter)
                ? buffers.contents(argument)
                : buffers.structure(argument));
      } else if (!inspector.contents().contains(parameter)) {
        all.add(Array.getLength(argument));
      } else if (Array.getLength(argument) < HostArrays.LEAST_LENGTH) {
        // Those are not followed; the launch has copies of its own.
        all.add(elements(argument));
      } else {
        all.add(buffers.contents(argument));
      }
    }
    return all;
  }

  private static List<Object> elements(Object array) {
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i < Array.getLength(array); i++) {
      elements.add(Array.get(array, i));
    }
    return elements;
  }
}
