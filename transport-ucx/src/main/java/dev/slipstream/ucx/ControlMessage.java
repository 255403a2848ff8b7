package dev.slipstream.ucx;

import dev.slipstream.runtime.communication.Pilot;
import java.nio.ByteBuffer;

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
   * Elements will be sent.
   *
   * @param pilot what they are
   */
  record Announced(Pilot pilot) implements ControlMessage {}

  /**
   * Elements of a message that are too few to be asked for.
   *
   * @param message the number of the message
   * @param bytes all of its elements
   */
  record Elements(long message, ByteBuffer bytes) implements ControlMessage {}

  /**
   * The receiver wants a piece of a message.
   *
   * @param message the number of the message
   * @param total how many bytes the receiver takes the message to have
   * @param offset where the piece begins
   * @param length the bytes of the piece
   * @param tag the tag by which to send it, or 0 if it is to be offered
   */
  record Request(long message, long total, long offset, long length, long tag)
      implements ControlMessage {}

  /**
   * A part of a piece lies in the sender's staging memory.
   *
   * @param message the number of the message
   * @param offset where in the message it begins
   * @param length how many bytes it has
   * @param slot the place in the staging memory
   */
  record Offer(long message, long offset, int length, int slot) implements ControlMessage {}

  /**
   * What was offered has been read.
   *
   * @param slot the place that is free again
   */
  record Taken(int slot) implements ControlMessage {}

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
