package dev.slipstream.collective;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A message: the next elements of those that one rank sends to another one in a call.
 *
 * @param total the number of elements in all messages of the call; for a reduction, the number that
 *     the rank has
 * @param message the whole message as received; not to be changed
 * @param elements from the position to the limit
 */
record Segment(Call call, int total, byte[] message, ByteBuffer elements) {
  private static final int HEADER = Call.BYTES + Integer.BYTES;

  /** Some elements of an array as a message. */
  static <A> byte[] message(
      Call call, ArrayKind<A> kind, A values, int from, int count, int total) {
    byte[] message = new byte[HEADER + count * kind.width()];
    ByteBuffer out = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    call.write(out);
    out.putInt(total);
    kind.write(values, from, count, out);
    return message;
  }

  /**
   * Reads a message.
   *
   * @throws IllegalArgumentException if the bytes are no message
   */
  static Segment read(byte[] message) {
    if (message.length < HEADER) {
      throw new IllegalArgumentException("no call has a message of " + message.length + " bytes");
    }
    ByteBuffer in = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    return new Segment(Call.read(in), in.getInt(), message, in);
  }
}
