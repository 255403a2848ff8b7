package dev.slipstream.runtime.launch;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.node.Division;
import java.util.List;
import java.util.function.Supplier;

/** The answer to whether one execution of a loop may leave the host. */
public sealed interface Admission {

  /**
   * It may.
   *
   * @param launch what to run
   * @param resume the value that the loop variable has when the program goes on with the loop: past
   *     the end, or in the last iteration where the program reads locals that this iteration sets
   * @param work an estimate of the bytecode instructions that the whole launch executes
   * @param checked whether it is for the loop's {@link Loop#checkedKernel()}
   * @param completion what is to be done once after the launch, before the program goes on; not if
   *     it failed. If it throws, it has changed nothing
   * @param fixedOrder whether the results' bits would differ if the program ran the loop itself, so
   *     that the kernel runs on the host where no device does
   * @param iterations how many of the program's iterations it runs
   * @param results arrays among the arguments that the completion reads, and the program does not
   *     know
   * @param divisions the ways to divide it among devices that are known, the best one first;
   *     finding them takes a while
   */
  record Run(
      Launch launch,
      int resume,
      long work,
      boolean checked,
      Runnable completion,
      boolean fixedOrder,
      long iterations,
      List<Object> results,
      Supplier<List<Division>> divisions)
      implements Admission {

    /** Copies the list. */
    public Run {
      results = List.copyOf(results);
    }

    /** A run that is not divided. */
    public Run(
        Launch launch,
        int resume,
        long work,
        boolean checked,
        Runnable completion,
        boolean fixedOrder,
        long iterations,
        List<Object> results) {
      this(launch, resume, work, checked, completion, fixedOrder, iterations, results, List::of);
    }

    /** A run after which nothing is to be done, and whose order does not matter. */
    public Run(Launch launch, int resume, long work, boolean checked) {
      this(launch, resume, work, checked, () -> {}, false, launch.space().iterations(), List.of());
    }

    /** A run of the loop's own kernel. */
    public Run(Launch launch, int resume, long work) {
      this(launch, resume, work, false);
    }
  }

  /** It has no iterations, so there is nothing to do. */
  record Empty() implements Admission {}

  /**
   * It stays on the host.
   *
   * @param reason why, as shown to users
   */
  record Stay(String reason) implements Admission {}
}
