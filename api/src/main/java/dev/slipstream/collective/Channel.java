package dev.slipstream.collective;

/**
 * The messages of one group of collective host tasks, apart from those of others. Used by one
 * thread at a time.
 */
public interface Channel {
  /** A channel without other ranks. */
  Channel ALONE =
      new Channel() {
        @Override
        public int rank() {
          return 0;
        }

        @Override
        public int size() {
          return 1;
        }

        @Override
        public int number() {
          return 0;
        }

        @Override
        public void send(int to, byte[] content) {
          throw new IllegalArgumentException("there is no rank " + to);
        }

        @Override
        public byte[] receive(int from) {
          throw new IllegalArgumentException("there is no rank " + from);
        }
      };

  /** The number of this rank. */
  int rank();

  /** How many ranks there are. */
  int size();

  /** Which channel this is: the same number on all ranks, and another for each group. */
  int number();

  /**
   * Sends a message. Does not wait for the receiver.
   *
   * @param to another rank
   * @param content any number of bytes; must not change any more
   */
  void send(int to, byte[] content);

  /**
   * Waits for the next message of a rank; messages arrive in the order in which they were sent.
   *
   * @param from another rank
   */
  byte[] receive(int from);
}
