package dev.slipstream.runtime.execution;

import java.time.Duration;

/**
 * Sizes and times of an executor.
 *
 * @param handOver how many jobs wait to be taken by the executor thread before the submitting
 *     thread waits; at least 1, a power of two is used
 * @param openJobs how many jobs that are not complete the executor thread knows at most; at least 1
 * @param spins how often the executor thread looks for news before it sleeps, 0 or more. Each look
 *     takes some 100 ns; waking up takes many microseconds
 * @param stuckAfter how long nothing may happen before that is said
 * @param drain how long, after a failure, jobs that run may take to end before they are given up
 */
public record ExecutorOptions(
    int handOver, int openJobs, int spins, Duration stuckAfter, Duration drain) {
  private static final int USUAL_SPINS = SpinThenPark.hasProcessors() ? 500 : 100;

  /**
   * What is right for most. It looks for news for some 50 microseconds before it sleeps, and longer
   * where they came soon the last time.
   */
  public static final ExecutorOptions USUAL =
      new ExecutorOptions(1024, 8192, USUAL_SPINS, Duration.ofSeconds(20), Duration.ofSeconds(2));

  /**
   * For a node of several: when another one fails its own device is well, and what runs there, on
   * the program's arrays perhaps, will end.
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
