package dev.slipstream.model.loop;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.mapper.Division;
import java.util.List;
import java.util.function.Supplier;

/** Whether and how one execution of a loop may run as a kernel. */
public sealed interface LaunchPlan {

  /**
   * It may run.
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
   * @param divisions the ways to divide it among devices that are known, the best one first; none
   *     if it runs as a whole. Finding them takes a while
   * @param trusted the accesses in which iterations may meet, for which the user's mark is
   *     believed, as shown to users; empty if it is known that none meet
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
      Supplier<List<Division>> divisions,
      String trusted)
      implements LaunchPlan {

    /** Copies the list. */
    public Run {
      results = List.copyOf(results);
    }

    /** A run after which nothing is to be done, whose order does not matter, of a whole nest. */
    public Run(Launch launch, int resume, long work, boolean checked) {
      this(
          launch,
          resume,
          work,
          checked,
          () -> {},
          /* fixedOrder= */ false,
          launch.space().iterations(),
          List.of(),
          List::of,
          "");
    }

    /** The same run with other arguments. */
    public Run on(Object[] arguments) {
      return new Run(
          launch.on(arguments),
          resume,
          work,
          checked,
          completion,
          fixedOrder,
          iterations,
          results,
          divisions,
          trusted);
    }

    /** The same run, which may be divided. */
    public Run divided(Supplier<List<Division>> ways) {
      return new Run(
          launch,
          resume,
          work,
          checked,
          completion,
          fixedOrder,
          iterations,
          results,
          ways,
          trusted);
    }

    /** The same run, which believes the user's mark about some accesses. */
    public Run trusting(String accesses) {
      return new Run(
          launch,
          resume,
          work,
          checked,
          completion,
          fixedOrder,
          iterations,
          results,
          divisions,
          accesses);
    }
  }

  /** There is nothing to run: no iterations. */
  record Empty() implements LaunchPlan {}

  /**
   * It stays on the host.
   *
   * @param reason why, starting with the line: {@code line 12: a[i+1] may lie outside a}
   */
  record Stay(String reason) implements LaunchPlan {}
}
