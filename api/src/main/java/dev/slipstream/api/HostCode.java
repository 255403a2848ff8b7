package dev.slipstream.api;

/** What a host task does. Exceptions end the program, as {@link Slipstream} says. */
@FunctionalInterface
public interface HostCode {
  /**
   * Does it.
   *
   * @throws Exception whatever it likes
   */
  void run() throws Exception;

  /**
   * What a host task does with a partition.
   *
   * @param <P> what it is told
   */
  @FunctionalInterface
  interface Of<P extends Partition> {
    /**
     * Does it.
     *
     * @param partition which iterations
     * @throws Exception whatever it likes
     */
    void run(P partition) throws Exception;
  }
}
