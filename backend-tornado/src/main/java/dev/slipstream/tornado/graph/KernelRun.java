package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.runtime.device.DeviceArray;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of a kernel.
 *
 * @param runs those of the kernel
 * @param memory where its arrays are, in the order of their parameters, and then the tables
 * @param arguments by the kernel's parameters; of arrays only the length counts
 * @param arrays how regular the rows of arrays of arrays are, by the parameters
 */
record KernelRun(
    KernelRuns runs,
    List<DeviceBlock> memory,
    IterationSpace space,
    @Nullable Object[] arguments,
    List<DeviceArray> arrays) {

  /** The same with other iterations. */
  KernelRun on(IterationSpace others) {
    return new KernelRun(runs, memory, others, arguments, arrays);
  }

  /** What is known of such runs; null if nothing is. */
  @Nullable SteadyRun known() {
    return runs.known(memory, space);
  }
}
