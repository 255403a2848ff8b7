package dev.slipstream.ucx;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.communication.BoxBytes;
import dev.slipstream.runtime.communication.BoxMemory;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.openucx.jucx.UcxUtils;

/** A message to a peer: what it is made of, and which pieces of it the peer wants. */
final class Outgoing {
  final Link link;
  final long number;

  /** Pieces that the peer wants and that are not under way. */
  final Deque<ControlMessage.Request> wanted = new ArrayDeque<>();

  /** How much of the first of them is under way. */
  long begun;

  /** How many bytes may change from now on. */
  long finished;

  /** Pieces that UCX reads out of the program's memory. */
  int inFlight;

  private @Nullable BoxMemory<ByteBuffer> source;
  private Box box = Box.EMPTY;
  private long total;
  private long address = -1;
  private Runnable sent = () -> {};

  Outgoing(Link link, long number) {
    this.link = link;
    this.number = number;
  }

  /** The program has given its elements. */
  void give(BoxMemory<ByteBuffer> memory, Box elements, Runnable whenSent) {
    source = memory;
    box = elements;
    total = BoxBytes.of(elements, memory.elementBytes());
    sent = whenSent;
    long offset = BoxBytes.contiguous(memory, elements);
    if (offset >= 0 && memory.memory().isDirect()) {
      address = UcxUtils.getAddress(memory.memory()) + offset;
    }
  }

  boolean isGiven() {
    return source != null;
  }

  long total() {
    return total;
  }

  /** Where all of its elements lie in one piece, or -1. */
  long address() {
    return address;
  }

  /** Writes a piece into a buffer of its length. */
  void pack(long offset, ByteBuffer piece) {
    BoxMemory<ByteBuffer> memory = source;
    if (memory != null) {
      BoxBytes.pack(memory, box, offset, piece);
    }
  }

  /** What is called when its elements may change. */
  Runnable sent() {
    return sent;
  }
}
