package dev.slipstream.ucx;

import dev.slipstream.runtime.communication.Pilot;
import java.nio.ByteBuffer;
import java.util.List;

/** What one node's transport says to another's, in an active message. */
sealed interface ControlMessage {
  /** It is there. */
  record Hello() implements ControlMessage {}

  /** It is still there. */
  record Beat() implements ControlMessage {}

  /**
   * It leaves the run.
   *
   * @param cause empty, or why it does so before the end
   */
  record Farewell(String cause) implements ControlMessage {}

  /**
   * How its sender gets elements.
   *
   * @param reads whether it reads them out of the other's staging memory
   */
  record Routed(boolean reads) implements ControlMessage {}

  /**
   * Elements will be sent.
   *
   * @param pilot what they are
   */
  record Announced(Pilot pilot) implements ControlMessage {}

  /**
   * Elements are there, and are to be asked for.
   *
   * @param message the number of the message
   * @param total how many bytes it has
   */
  record Ready(long message, long total) implements ControlMessage {}

  /**
   * The receiver wants a message that is ready.
   *
   * @param message the number of the message
   */
  record Request(long message) implements ControlMessage {}

  /**
   * A piece of a message, which follows it or lies in the sender's staging memory.
   *
   * @param message the number of the message
   * @param total how many bytes the message has
   * @param offset where in the message the piece begins
   * @param length how many bytes the piece has
   * @param slot the place in the staging memory, or {@link #FOLLOWS}
   * @param credited whether it uses up what the receiver has allowed to come without being asked
   *     for
   */
  record Piece(long message, long total, long offset, int length, int slot, boolean credited)
      implements ControlMessage {
    /** Says that the bytes follow the control message. */
    static final int FOLLOWS = -1;
  }

  /**
   * What was offered has been read.
   *
   * @param slots the places that are free again
   */
  record Taken(List<Integer> slots) implements ControlMessage {}

  /**
   * What came without being asked for is where it belongs, and as much may come again.
   *
   * @param bytes how much
   */
  record Consumed(long bytes) implements ControlMessage {}

  /**
   * A part of what one node tells another.
   *
   * @param sequence the place of the part among all that the sender has sent
   * @param total how many bytes all parts have together
   * @param offset where the part begins
   * @param bytes the part
   */
  record Told(long sequence, int total, int offset, ByteBuffer bytes) implements ControlMessage {}
}
