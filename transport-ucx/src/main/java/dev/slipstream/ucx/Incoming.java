package dev.slipstream.ucx;

import dev.slipstream.runtime.communication.BoxBytes;
import dev.slipstream.runtime.communication.BoxMemory;
import dev.slipstream.runtime.communication.Landing;
import dev.slipstream.runtime.communication.Pilot;
import java.nio.ByteBuffer;
import java.util.List;
import org.openucx.jucx.UcxUtils;

/** A message from a peer, with the destination of its elements and its progress. */
final class Incoming {
  final Link link;
  final Pilot pilot;

  /** Its size in bytes. */
  final long total;

  /** How many bytes have arrived or were offered. */
  long begun;

  /** How many bytes are at their destination. */
  long arrived;

  private final List<Landing<ByteBuffer>> landings;
  private final long address;

  /**
   * Creates a message that the program has requested.
   *
   * @throws ArithmeticException if it has more bytes than can be counted
   */
  Incoming(Link link, Pilot pilot, List<Landing<ByteBuffer>> landings) {
    this.link = link;
    this.pilot = pilot;
    this.landings = landings;
    Landing<ByteBuffer> first = landings.get(0);
    BoxMemory<ByteBuffer> memory = first.destination();
    this.total = BoxBytes.of(pilot.box(), memory.elementBytes());
    long offset =
        landings.size() == 1 && BoxBytes.of(first.box(), memory.elementBytes()) == total
            ? BoxBytes.contiguous(memory, first.box())
            : -1;
    this.address =
        offset >= 0 && memory.memory().isDirect()
            ? UcxUtils.getAddress(memory.memory()) + offset
            : -1;
  }

  long number() {
    return pilot.message().number();
  }

  /** The address of its destination if that is contiguous, or -1. */
  long address() {
    return address;
  }

  /** Copies a piece to its destination. */
  void unpack(ByteBuffer piece, long offset) {
    for (Landing<ByteBuffer> landing : landings) {
      BoxBytes.unpack(piece, pilot.box(), offset, landing.destination(), landing.box());
    }
  }
}
