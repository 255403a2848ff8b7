package dev.slipstream.ucx;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpAmData;

/**
 * A piece of a message that has arrived, or that can be fetched.
 *
 * @param piece its description
 * @param data UCX's handle for it, or null if UCX has not brought it
 * @param mapped its bytes, if UCX has not brought them and need not fetch them
 */
record ArrivedPiece(
    ControlMessage.Piece piece, @Nullable UcpAmData data, @Nullable ByteBuffer mapped) {
  /** Copies bytes that change when UCX or the peer goes on. */
  static ByteBuffer copy(ByteBuffer in) {
    return ByteBuffer.allocate(in.remaining()).put(in).flip();
  }

  /** Its bytes, if they have arrived. */
  @Nullable ByteBuffer bytes() {
    if (mapped != null) {
      return mapped;
    }
    return data != null && data.isDataValid()
        ? UcxUtils.getByteBufferView(data.getDataAddress(), data.getLength())
        : null;
  }

  /**
   * Lets UCX release it. UCX keeps data that it has not fetched: to refuse them it would have to
   * communicate with the sender.
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
