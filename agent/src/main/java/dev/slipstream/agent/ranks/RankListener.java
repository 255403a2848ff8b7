package dev.slipstream.agent.ranks;

/** Is told what ranks do, by any thread. */
interface RankListener {
  /**
   * A rank has written something.
   *
   * @param error whether to its standard error output
   * @param bytes what it has written
   * @param length how many of them count
   */
  void written(int rank, boolean error, byte[] bytes, int length);

  /**
   * A rank has ended, and has written all it will.
   *
   * @param code its exit code; 128 and the signal where one has ended it
   */
  void ended(int rank, int code);
}
