package dev.slipstream.ucx;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpConstants;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpRequest;

/**
 * Sends control messages, and keeps the memory of each until UCX has sent it. Belongs to one
 * thread.
 */
final class ControlSends {
  /** The number of the handler of active messages. */
  static final int HANDLER = 1;

  private static final int PER_CHUNK = 64;

  private final ControlCodec codec;
  private final Deque<Slot> free = new ArrayDeque<>();

  /** Keeps the memory from being collected, which UCX knows by its address. */
  private final List<ByteBuffer> chunks = new ArrayList<>();

  private int pending;

  ControlSends(ControlCodec codec) {
    this.codec = codec;
  }

  /** Memory for one message. */
  private final class Slot extends UcxCallback {
    final ByteBuffer bytes;
    final long address;
    boolean busy;

    Slot(ByteBuffer bytes, long address) {
      this.bytes = bytes;
      this.address = address;
    }

    @Override
    public void onSuccess(UcpRequest request) {
      release();
    }

    @Override
    public void onError(int status, String message) {
      // The endpoint's own handler says it.
      release();
    }

    /** UCX may say twice that an operation has failed. */
    void release() {
      if (busy) {
        busy = false;
        pending--;
        free.addFirst(this);
      }
    }
  }

  /**
   * Sends a message.
   *
   * @return an empty text, or why it cannot be sent
   */
  String send(UcpEndpoint endpoint, ControlMessage message) {
    if (free.isEmpty()) {
      grow();
    }
    Slot slot = free.removeFirst();
    slot.busy = true;
    pending++;
    codec.write(message, slot.bytes.clear());
    try {
      endpoint.sendAmNonBlocking(
          HANDLER,
          0,
          0,
          slot.address,
          slot.bytes.position(),
          UcpConstants.UCP_AM_SEND_FLAG_EAGER,
          slot);
      return "";
    } catch (UcxException e) {
      slot.release();
      return String.valueOf(e.getMessage());
    }
  }

  private void grow() {
    ByteBuffer chunk = ByteBuffer.allocateDirect(PER_CHUNK * ControlCodec.MOST_BYTES);
    long address = UcxUtils.getAddress(chunk);
    chunks.add(chunk);
    for (int i = 0; i < PER_CHUNK; i++) {
      int at = i * ControlCodec.MOST_BYTES;
      free.addLast(new Slot(chunk.slice(at, ControlCodec.MOST_BYTES), address + at));
    }
  }

  /** Whether UCX has not sent some yet. */
  boolean isPending() {
    return pending > 0;
  }
}
