package dev.slipstream.runtime.execution;

import java.time.Duration;

/**
 * Sizes and times of an executor.
 *
 * @param handOver how many jobs may wait for the executor thread before the submitting thread
 *     waits; at least 1, rounded up to a power of two
 * @param openJobs the most incomplete jobs that the executor thread takes; at least 1
 * @param spins how often the executor thread checks for news before it sleeps, 0 or more. Each
 *     check takes about 100 ns; waking up takes many microseconds
 * @param stuckAfter how long nothing may happen before this is reported
 * @param drain how long, after a failure, running jobs may take to end before they are given up
 */
public record ExecutorOptions(
    int handOver, int openJobs, int spins, Duration stuckAfter, Duration drain) {
  private static final int USUAL_SPINS = SpinThenPark.hasProcessors() ? 500 : 100;

  /**
   * Suitable for most uses. The thread spins for about 50 microseconds before it sleeps, and longer
   * if its last wait was short.
   */
  public static final ExecutorOptions USUAL =
      new ExecutorOptions(1024, 8192, USUAL_SPINS, Duration.ofSeconds(20), Duration.ofSeconds(2));

  /**
   * For one node of several: when another node fails, this node's device still works, and its jobs,
   * which may use the program's arrays, will end.
   */
  public static final ExecutorOptions PATIENT =
      new ExecutorOptions(
          USUAL.handOver(),
          USUAL.openJobs(),
          USUAL.spins(),
          USUAL.stuckAfter(),
          Duration.ofMinutes(1));

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if a size is less than 1
   */
  public ExecutorOptions {
    if (handOver < 1 || openJobs < 1) {
      throw new IllegalArgumentException(
          "an executor needs room for at least one job, not " + handOver + " and " + openJobs);
    }
  }
}
