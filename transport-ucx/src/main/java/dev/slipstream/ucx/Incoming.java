package dev.slipstream.ucx;

import dev.slipstream.runtime.communication.BoxBytes;
import dev.slipstream.runtime.communication.BoxMemory;
import dev.slipstream.runtime.communication.Landing;
import dev.slipstream.runtime.communication.Pilot;
import java.nio.ByteBuffer;
import java.util.List;
import org.openucx.jucx.UcxUtils;

/** A message from a peer: where its elements go, and how much of it has come. */
final class Incoming {
  final Link link;
  final Pilot pilot;

  /** How many bytes it has. */
  final long total;

  /** How many bytes have come, or have been offered. */
  long begun;

  /** How many bytes are where they go. */
  long arrived;

  private final List<Landing<ByteBuffer>> landings;
  private final long address;

  /**
   * A message that the program wants.
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

  /** Where all of it lies in one piece, or -1. */
  long address() {
    return address;
  }

  /** Puts a piece where it goes. */
  void unpack(ByteBuffer piece, long offset) {
    for (Landing<ByteBuffer> landing : landings) {
      BoxBytes.unpack(piece, pilot.box(), offset, landing.destination(), landing.box());
    }
  }
}
