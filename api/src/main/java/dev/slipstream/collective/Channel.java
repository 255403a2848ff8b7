package dev.slipstream.collective;

/**
 * The messages of one collective host task, separate from those of tasks of other groups. Used by
 * one thread at a time.
 */
public interface Channel {
  /** The number of this rank. */
  int rank();

  /** The number of ranks. */
  int size();

  /** The number of the group: the same on all ranks. */
  int number();

  /** The name of the group in messages. */
  String group();

  /** The number of this task in its group: the same on all ranks. */
  int task();

  /**
   * Sends a message. Does not wait until it is received, but may wait until earlier messages to the
   * same rank have been received.
   *
   * @param to another rank
   * @param content any number of bytes; must not be changed afterwards
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
