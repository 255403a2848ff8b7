package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.coherence.ArrayBuffers;

/** Decides about a launch when nothing can change its arrays any more before it runs. */
@FunctionalInterface
public interface SubmissionCondition {
  /**
   * Decides.
   *
   * @param launch the launch on the arrays that it is going to use
   * @param buffers what is known of the contents of those that are not short
   * @return whether it may be submitted
   */
  boolean holds(Launch launch, ArrayBuffers buffers);
}
