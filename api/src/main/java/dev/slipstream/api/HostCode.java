package dev.slipstream.api;

/** The code of a host task. Exceptions end the program, as described in {@link Slipstream}. */
@FunctionalInterface
public interface HostCode {
  /**
   * Runs the task.
   *
   * @throws Exception any exception
   */
  void run() throws Exception;

  /**
   * The code of a host task that runs on a partition.
   *
   * @param <P> the type of the partition
   */
  @FunctionalInterface
  interface Of<P extends Partition> {
    /**
     * Runs the task on a partition.
     *
     * @param partition the iterations to run
     * @throws Exception any exception
     */
    void run(P partition) throws Exception;
  }
}
