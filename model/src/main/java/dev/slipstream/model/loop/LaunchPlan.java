package dev.slipstream.model.loop;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.mapper.Division;
import java.util.List;
import java.util.function.Supplier;

/** Whether and how one execution of a loop may run as a kernel. */
public sealed interface LaunchPlan {

  /**
   * The execution may run as a kernel.
   *
   * @param launch the launch to run
   * @param resume the value of the loop variable with which the program continues the loop: past
   *     the end, or in the last iteration where the program reads locals that this iteration sets
   * @param work an estimate of the number of bytecode instructions that the whole launch executes
   * @param certainWork the part of them that does not lie in inner loops under conditions, which
   *     may hold for few iterations
   * @param checked whether it is for the loop's {@link Loop#checkedKernel()}
   * @param completion an action to run once after the launch, before the program continues; not if
   *     the launch failed. If it throws, it has changed nothing
   * @param fixedOrder whether the results' bits would differ if the program ran the loop itself, so
   *     that the kernel runs on the host where no device does
   * @param iterations the number of the program's iterations that it runs
   * @param results arrays among the arguments that the completion reads and that are unknown to the
   *     program
   * @param divisions the known ways to divide it among devices, the best one first; none if it runs
   *     as a whole. Finding them takes a while
   * @param trusted the accesses in which iterations may meet, and for which the user's mark is
   *     trusted, as shown to users; empty if it is known that none meet
   */
  record Run(
      Launch launch,
      int resume,
      long work,
      long certainWork,
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

    /** A run of a whole nest in any order, with no action afterwards. */
    public Run(Launch launch, int resume, long work, boolean checked) {
      this(
          launch,
          resume,
          work,
          /* certainWork= */ work,
          checked,
          () -> {},
          /* fixedOrder= */ false,
          launch.space().iterations(),
          List.of(),
          List::of,
          "");
    }

    /** This run with other arguments. */
    public Run on(Object[] arguments) {
      return new Run(
          launch.on(arguments),
          resume,
          work,
          certainWork,
          checked,
          completion,
          fixedOrder,
          iterations,
          results,
          divisions,
          trusted);
    }

    /** This run with ways to divide it. */
    public Run divided(Supplier<List<Division>> ways) {
      return new Run(
          launch,
          resume,
          work,
          certainWork,
          checked,
          completion,
          fixedOrder,
          iterations,
          results,
          ways,
          trusted);
    }

    /** This run with the part of its work that is certain. */
    public Run surely(long part) {
      return new Run(
          launch,
          resume,
          work,
          part,
          checked,
          completion,
          fixedOrder,
          iterations,
          results,
          divisions,
          trusted);
    }

    /** This run with accesses for which the user's mark is trusted. */
    public Run trusting(String accesses) {
      return new Run(
          launch,
          resume,
          work,
          certainWork,
          checked,
          completion,
          fixedOrder,
          iterations,
          results,
          divisions,
          accesses);
    }
  }

  /** The execution has no iterations. */
  record Empty() implements LaunchPlan {}

  /**
   * The execution stays on the host.
   *
   * @param reason the reason, starting with the line: {@code line 12: a[i+1] may lie outside a}
   */
  record Stay(String reason) implements LaunchPlan {}
}
