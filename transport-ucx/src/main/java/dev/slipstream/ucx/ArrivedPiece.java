package dev.slipstream.ucx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpAmData;

/**
 * A piece of a message that has come, or that can be fetched.
 *
 * @param piece what it is
 * @param data what UCX has of it, or null if it lies in the sender's staging memory
 */
record ArrivedPiece(ControlMessage.Piece piece, @Nullable UcpAmData data) {
  /** Its bytes, if they are here. */
  @Nullable ByteBuffer bytes() {
    return data != null && data.isDataValid()
        ? UcxUtils.getByteBufferView(data.getDataAddress(), data.getLength())
        : null;
  }

  /**
   * Lets UCX forget it. What it has not fetched it keeps: to refuse that it would have to reach the
   * sender.
   */
  void release() {
    if (data != null) {
      release(data);
    }
  }

  static void release(UcpAmData data) {
    try {
      data.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
