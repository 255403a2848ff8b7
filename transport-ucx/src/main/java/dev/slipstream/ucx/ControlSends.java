package dev.slipstream.ucx;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpConstants;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpRequest;

/**
 * Sends control messages, alone or followed by elements, and keeps the memory of each until UCX has
 * sent it. Used by the engine alone.
 */
final class ControlSends {
  /** The handler of messages without elements. */
  static final int MESSAGES = 1;

  /** The handler of messages with elements, which may be kept. */
  static final int ELEMENTS = 2;

  private static final int PER_CHUNK = 64;

  private final ControlCodec codec;
  private final Deque<Slot> free = new ArrayDeque<>();

  /** Keeps the memory from being collected, because UCX only has its address. */
  private final List<ByteBuffer> chunks = new ArrayList<>();

  /** Messages that UCX has not sent yet and does not report; few, if any. */
  private final List<Slot> unfinished = new ArrayList<>();

  private int pending;

  ControlSends(ControlCodec codec) {
    this.codec = codec;
  }

  /** Is notified when UCX does not need elements any more. */
  @FunctionalInterface
  interface Completion {
    /**
     * Called once.
     *
     * @param problem empty, or why they could not be sent
     */
    void over(String problem);
  }

  /** Memory for one message. */
  private final class Slot extends UcxCallback {
    final ByteBuffer bytes;
    final long address;
    private boolean busy;
    private boolean counted;
    private @Nullable Completion completion;
    private @Nullable UcpRequest request;

    Slot(ByteBuffer bytes, long address) {
      this.bytes = bytes;
      this.address = address;
    }

    void begin(boolean soon, @Nullable Completion then) {
      busy = true;
      counted = soon;
      completion = then;
      pending += soon ? 1 : 0;
      bytes.clear();
    }

    @Override
    public void onSuccess(UcpRequest request) {
      end("");
    }

    @Override
    public void onError(int status, String message) {
      // The endpoint's own handler reports the failure, too.
      end(message);
    }

    boolean isOver() {
      boolean over = request == null || request.isCompleted();
      if (over) {
        request = null;
        end("");
      }
      return over;
    }

    /** UCX may report a failed operation twice. */
    void end(String problem) {
      if (busy) {
        busy = false;
        pending -= counted ? 1 : 0;
        Completion then = completion;
        completion = null;
        free.addFirst(this);
        if (then != null) {
          then.over(problem);
        }
      }
    }
  }

  private Slot take(boolean soon, @Nullable Completion then) {
    if (free.isEmpty()) {
      grow();
    }
    Slot slot = free.removeFirst();
    slot.begin(soon, then);
    return slot;
  }

  /**
   * Sends messages.
   *
   * @param messages announcements, and one of any kind
   * @return an empty text, or why they cannot be sent
   */
  String send(UcpEndpoint endpoint, List<ControlMessage> messages) {
    Slot slot = take(true, null);
    codec.write(messages, slot.bytes);
    return send(endpoint, MESSAGES, slot, 0, slot.address, slot.bytes.position(), true);
  }

  /**
   * Sends a piece of at most {@link ControlCodec#MOST_CONTENT} bytes.
   *
   * @param messages announcements, and the description of the piece
   * @param length its size in bytes
   * @param elements writes its bytes
   * @return an empty text, or why it cannot be sent
   */
  String send(
      UcpEndpoint endpoint,
      List<ControlMessage> messages,
      int length,
      Consumer<ByteBuffer> elements) {
    Slot slot = take(true, null);
    codec.write(messages, slot.bytes);
    int header = slot.bytes.position();
    elements.accept(slot.bytes.slice(header, length));
    return send(endpoint, ELEMENTS, slot, header, slot.address + header, length, true);
  }

  /**
   * Sends a piece from memory that does not change until it is sent.
   *
   * @param messages announcements, and the description of the piece
   * @param length its size in bytes
   * @param address the address of its bytes
   * @param eager whether it is sent immediately, or when the receiver has given its destination
   * @param completion is notified when it is sent, possibly within this call
   */
  void send(
      UcpEndpoint endpoint,
      List<ControlMessage> messages,
      int length,
      long address,
      boolean eager,
      Completion completion) {
    Slot slot = take(eager, completion);
    codec.write(messages, slot.bytes);
    send(endpoint, ELEMENTS, slot, slot.bytes.position(), address, length, eager);
  }

  private String send(
      UcpEndpoint endpoint,
      int handler,
      Slot slot,
      int header,
      long address,
      int length,
      boolean eager) {
    // A callback costs about as much as the message, and most messages are sent when the call
    // returns.
    boolean called = slot.completion != null;
    try {
      UcpRequest request =
          endpoint.sendAmNonBlocking(
              handler,
              header == 0 ? 0 : slot.address,
              header,
              address,
              length,
              eager ? UcpConstants.UCP_AM_SEND_FLAG_EAGER : UcpConstants.UCP_AM_SEND_FLAG_RNDV,
              called ? slot : null);
      if (!called && request.isCompleted()) {
        slot.end("");
      } else if (!called) {
        slot.request = request;
        unfinished.add(slot);
      }
      return "";
    } catch (UcxException e) {
      String problem = String.valueOf(e.getMessage());
      slot.end(problem);
      return problem;
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

  /** Notices which messages UCX has sent in the meantime. */
  void progress() {
    if (!unfinished.isEmpty()) {
      unfinished.removeIf(Slot::isOver);
    }
  }

  /** Whether UCX still has messages that it can send immediately. */
  boolean isPending() {
    return pending > 0;
  }
}
