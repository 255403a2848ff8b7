package dev.slipstream.ucx;

import dev.slipstream.runtime.communication.Pilot;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A message of one node's transport to another's. Those that begin and end a connection are active
 * messages of UCX.
 */
sealed interface ControlMessage {
  /** Whether it begins or ends a connection, or keeps it alive, and so comes by UCX alone. */
  default boolean isOfConnection() {
    return this instanceof Hello
        || this instanceof Beat
        || this instanceof Farewell
        || this instanceof Routed;
  }

  /** The sender has started. */
  record Hello() implements ControlMessage {}

  /** The sender is alive. */
  record Beat() implements ControlMessage {}

  /**
   * The sender leaves the run.
   *
   * @param cause empty, or why it does so before the end
   */
  record Farewell(String cause) implements ControlMessage {}

  /**
   * How the sender of this message gets elements.
   *
   * @param route not unknown
   */
  record Routed(Route route) implements ControlMessage {}

  /**
   * Elements will be sent.
   *
   * @param pilot their announcement
   */
  record Announced(Pilot pilot) implements ControlMessage {}

  /**
   * Elements are ready, and the receiver has to request them.
   *
   * @param message the number of the message
   * @param total the size of the message in bytes
   */
  record Ready(long message, long total) implements ControlMessage {}

  /**
   * The receiver requests a message that is ready.
   *
   * @param message the number of the message
   */
  record Request(long message) implements ControlMessage {}

  /**
   * A piece of a message, which follows it or is in the sender's staging memory.
   *
   * @param message the number of the message
   * @param total the size of the message in bytes
   * @param offset where in the message the piece begins
   * @param length the size of the piece in bytes
   * @param slot the slot of the staging memory, or {@link #FOLLOWS}
   * @param credited whether it consumes the receiver's credit for bytes that were not requested
   */
  record Piece(long message, long total, long offset, int length, int slot, boolean credited)
      implements ControlMessage {
    /** The slot's value if the bytes follow the control message. */
    static final int FOLLOWS = -1;
  }

  /**
   * Offered pieces have been read.
   *
   * @param slots the slots that are free again
   */
  record Taken(List<Integer> slots) implements ControlMessage {}

  /**
   * Bytes that were sent without a request are at their destination, so as many may be sent again.
   *
   * @param bytes how many
   */
  record Consumed(long bytes) implements ControlMessage {}

  /**
   * A part of the bytes that one node tells another.
   *
   * @param sequence the index of the part among all that the sender has sent
   * @param total the size of all parts in bytes
   * @param offset where the part begins
   * @param bytes the part
   */
  record Told(long sequence, int total, int offset, ByteBuffer bytes) implements ControlMessage {}
}
