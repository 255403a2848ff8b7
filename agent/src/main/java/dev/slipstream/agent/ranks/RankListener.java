package dev.slipstream.agent.ranks;

/** Is told what ranks do; called by any thread. */
interface RankListener {
  /**
   * Called when a rank has written something.
   *
   * @param error whether to its standard error output
   * @param bytes what it has written
   * @param length the number of valid bytes
   */
  void written(int rank, boolean error, byte[] bytes, int length);

  /**
   * Called when a rank has ended and all its output was passed on.
   *
   * @param code its exit code; 128 plus the signal's number if a signal has ended it
   */
  void ended(int rank, int code);
}
