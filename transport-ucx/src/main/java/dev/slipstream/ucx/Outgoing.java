package dev.slipstream.ucx;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.communication.BoxBytes;
import dev.slipstream.runtime.communication.BoxMemory;
import java.nio.ByteBuffer;
import org.openucx.jucx.UcxUtils;

/** A message to a peer, with its elements and its progress. */
final class Outgoing {
  final Link link;
  final long number;

  /** Its size in bytes. */
  final long total;

  /** Called when its elements may change. */
  final Runnable sent;

  /** Whether the peer has requested it. */
  boolean asked;

  /** Whether it is sent without a request. */
  boolean unasked;

  /** How many bytes are being sent. */
  long begun;

  /** How many bytes may change from now on. */
  long finished;

  /** The number of pieces that UCX is reading from the program's memory. */
  int inFlight;

  private final BoxMemory<ByteBuffer> source;
  private final Box box;
  private final long address;

  Outgoing(
      Link link, long number, BoxMemory<ByteBuffer> source, Box box, long total, Runnable sent) {
    this.link = link;
    this.number = number;
    this.source = source;
    this.box = box;
    this.total = total;
    this.sent = sent;
    long offset = source.memory().isDirect() ? BoxBytes.contiguous(source, box) : -1;
    this.address = offset >= 0 ? UcxUtils.getAddress(source.memory()) + offset : -1;
  }

  /** The address of its elements if they are contiguous, or -1. */
  long address() {
    return address;
  }

  /** Writes a piece into a buffer of its length. */
  void pack(long offset, ByteBuffer piece) {
    BoxBytes.pack(source, box, offset, piece);
  }
}
