package dev.slipstream.ucx;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.communication.BoxBytes;
import dev.slipstream.runtime.communication.BoxMemory;
import java.nio.ByteBuffer;
import org.openucx.jucx.UcxUtils;

/** A message to a peer: what it is made of, and how much of it is under way. */
final class Outgoing {
  final Link link;
  final long number;

  /** How many bytes it has. */
  final long total;

  /** What is called when its elements may change. */
  final Runnable sent;

  /** Whether the peer has asked for it. */
  boolean asked;

  /** Whether it goes without being asked for. */
  boolean unasked;

  /** How many bytes are under way. */
  long begun;

  /** How many bytes may change from now on. */
  long finished;

  /** Pieces that UCX reads out of the program's memory. */
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

  /** Where all of its elements lie in one piece, or -1. */
  long address() {
    return address;
  }

  /** Writes a piece into a buffer of its length. */
  void pack(long offset, ByteBuffer piece) {
    BoxBytes.pack(source, box, offset, piece);
  }
}
