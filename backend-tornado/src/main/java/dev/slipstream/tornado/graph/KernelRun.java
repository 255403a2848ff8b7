package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.runtime.device.DeviceArray;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of a kernel.
 *
 * @param runs the runs of the kernel
 * @param memory the blocks of its arrays, in the order of their parameters, then those of the
 *     tables
 * @param arguments the arguments by parameter; of an array only the length counts
 * @param arrays the shapes of arrays of arrays, by parameter
 */
record KernelRun(
    KernelRuns runs,
    List<DeviceBlock> memory,
    IterationSpace space,
    @Nullable Object[] arguments,
    List<DeviceArray> arrays) {

  /** Returns the same run with other iterations. */
  KernelRun on(IterationSpace others) {
    return new KernelRun(runs, memory, others, arguments, arrays);
  }

  /** Returns what is known about such runs; null if nothing is. */
  @Nullable SteadyRun known() {
    return runs.known(memory, space);
  }
}
