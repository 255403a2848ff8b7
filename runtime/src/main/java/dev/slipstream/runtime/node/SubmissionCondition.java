package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.coherence.ArrayBuffers;

/**
 * A condition on a launch that is evaluated when nothing can change its arrays any more before it
 * runs.
 */
@FunctionalInterface
public interface SubmissionCondition {
  /**
   * Evaluates the condition.
   *
   * @param launch the launch on the arrays that it will use
   * @param buffers the buffers of the arrays that are not short, with numbers for their contents
   * @return whether it may be submitted
   */
  boolean holds(Launch launch, ArrayBuffers buffers);
}
