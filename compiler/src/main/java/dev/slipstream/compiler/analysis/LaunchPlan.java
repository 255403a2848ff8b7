package dev.slipstream.compiler.analysis;

import java.util.Arrays;
import java.util.List;

/** Whether and how one execution of a loop may run as a kernel. */
public sealed interface LaunchPlan {

  /**
   * It may run.
   *
   * @param starts the first value of each loop variable, outermost first
   * @param steps the constant steps
   * @param counts the numbers of iterations, at least one each
   * @param arguments the kernel's arguments after the bounds
   * @param accesses what it does with its arrays
   * @param resume the value of the outermost loop variable with which the program goes on
   * @param work an estimate of the bytecode instructions that the launch executes
   * @param checked whether it is for the kernel that checks everything, {@code
   *     LoopKernel.checked()}
   * @param violation the index of the parameter, an {@code int[1]}, into which the kernel writes
   *     the number of a violation that it finds, or {@link #PROVEN}
   * @param completion what is to be done after the launch, before the program goes on; not if it
   *     failed or found a violation
   * @param fixedOrder whether the kernel computes in an order of its own, so that results would
   *     have other bits if the program ran the loop itself
   * @param iterations how many of the program's iterations it runs
   */
  record Run(
      int[] starts,
      int[] steps,
      int[] counts,
      Object[] arguments,
      List<Access> accesses,
      int resume,
      long work,
      boolean checked,
      int violation,
      Completion completion,
      boolean fixedOrder,
      long iterations)
      implements LaunchPlan {
    /** Stands for the index of a parameter where nothing can be violated. */
    public static final int PROVEN = -1;

    /** A run after which nothing is to be done, and whose order does not matter. */
    public Run(
        int[] starts,
        int[] steps,
        int[] counts,
        Object[] arguments,
        List<Access> accesses,
        int resume,
        long work,
        boolean checked,
        int violation) {
      this(
          starts,
          steps,
          counts,
          arguments,
          accesses,
          resume,
          work,
          checked,
          violation,
          () -> {},
          false,
          Arrays.stream(counts).asLongStream().reduce(1, (a, b) -> a * b));
    }

    /** The same run with other arguments. */
    public Run with(Object[] others) {
      return new Run(
          starts.clone(),
          steps.clone(),
          counts.clone(),
          others,
          accesses,
          resume,
          work,
          checked,
          violation,
          completion,
          fixedOrder,
          iterations);
    }
  }

  /** Something that is done once, after a launch that did not fail. */
  @FunctionalInterface
  interface Completion {
    /** Does it. */
    void complete();
  }

  /** There is nothing to run: no iterations. */
  record Empty() implements LaunchPlan {}

  /**
   * It stays on the host.
   *
   * @param reason why, starting with the line: {@code line 12: a[i+1] may lie outside a}
   */
  record Stay(String reason) implements LaunchPlan {}

  /**
   * What a launch does with one array parameter, as half-open ranges of elements, or of outermost
   * rows if it is an array of arrays.
   *
   * @param parameter the index among the kernel's parameters
   * @param writesAll whether every element from writtenFrom to writtenTo, or of those rows, is
   *     certainly written
   */
  record Access(
      int parameter, int readFrom, int readTo, int writtenFrom, int writtenTo, boolean writesAll) {}
}
