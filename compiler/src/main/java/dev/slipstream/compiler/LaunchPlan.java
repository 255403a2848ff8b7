package dev.slipstream.compiler;

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
   * @param completion what is to be done after the launch, before the program goes on; not if it
   *     failed
   * @param fixedOrder whether the kernel computes in an order of its own, so that the results'
   *     bits would differ if the program ran the loop itself
   */
  record Run(
      int[] starts,
      int[] steps,
      int[] counts,
      Object[] arguments,
      List<Access> accesses,
      int resume,
      long work,
      Completion completion,
      boolean fixedOrder)
      implements LaunchPlan {

    /** A launch with nothing to be done after it, in any order. */
    public Run(
        int[] starts,
        int[] steps,
        int[] counts,
        Object[] arguments,
        List<Access> accesses,
        int resume,
        long work) {
      this(starts, steps, counts, arguments, accesses, resume, work, () -> {}, false);
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
