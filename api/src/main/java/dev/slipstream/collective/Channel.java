package dev.slipstream.collective;

/**
 * The messages of one collective host task, apart from those of tasks of other groups. Used by one
 * thread at a time.
 */
public interface Channel {
  /** The number of this rank. */
  int rank();

  /** How many ranks there are. */
  int size();

  /** The number of the group: the same on all ranks. */
  int number();

  /** What messages call the group. */
  String group();

  /** Which task of its group this is: the same number on all ranks. */
  int task();

  /**
   * Sends a message. Does not wait until it is received, but may wait until messages are that were
   * sent to the same rank before.
   *
   * @param to another rank
   * @param content any number of bytes; must not change any more
   */
  void send(int to, byte[] content);

  /**
   * Waits for the next message of a rank. Those of all tasks of the group arrive in the order in
   * which they were sent.
   *
   * @param from another rank
   */
  byte[] receive(int from);
}
