package dev.slipstream.ucx;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.communication.BoxBytes;
import dev.slipstream.runtime.communication.BoxMemory;
import dev.slipstream.runtime.communication.Pilot;
import java.nio.ByteBuffer;
import java.util.ArrayList;

/**
 * Sends the elements of messages. If the receiver can read this node's memory, pieces are packed
 * into the staging memory and offered; the receiver frees them when it has read them. Otherwise
 * they follow a control message: immediately if they are small, else as soon as the receiver has
 * given their destination. A message is sent without a request if there is room that no requested
 * message waits for; other messages are reported as ready. Used by the engine alone.
 */
final class OutgoingRegions {
  /** The size of a piece whose sending and receiving overlap those of others. */
  private static final int PIECE_BYTES = 256 << 10;

  /** The size of a piece that is sent when the receiver has given its destination. */
  private static final int AWAITED_BYTES = StagingMemory.SLOT_BYTES;

  /** Up to this size the receiver's copy costs less than waiting for the destination. */
  private static final int EAGER_BYTES = 512 << 10;

  /** The same for elements that are packed first, which goes on while pieces are sent. */
  private static final int EAGER_PACKED_BYTES = 1 << 20;

  /** The most bytes of one message in staging memory that are sent without a request. */
  private static final int MOST_UNASKED = 1 << 20;

  private final StagingMemory staging;
  private final Peers peers;

  OutgoingRegions(StagingMemory staging, Peers peers) {
    this.staging = staging;
    this.peers = peers;
  }

  /** The program gives the elements of a message. */
  void send(Link link, Pilot pilot, BoxMemory<ByteBuffer> source, Runnable sent) {
    if (link.state != Link.State.OPEN) {
      peers.tell(arrivals -> sent.run());
      return;
    }
    Box box = pilot.box();
    long number = pilot.message().number();
    long total = BoxBytes.of(box, source.elementBytes());
    if (total <= ControlCodec.MOST_CONTENT) {
      peers.send(
          link, piece(number, total, 0, total, -1, false), b -> BoxBytes.pack(source, box, 0, b));
      peers.tell(arrivals -> sent.run());
      return;
    }
    if (link.outward == Route.SHARED_MEMORY
        && total <= PeerBlocks.SLOT_BYTES
        && slots(link).mayTake(1)) {
      Slots slots = slots(link);
      int slot = slots.take(link.node.rank(), false);
      BoxBytes.pack(source, box, 0, slots.slot(slot, (int) total));
      peers.send(link, piece(number, total, 0, total, slot, false));
      peers.tell(arrivals -> sent.run());
      return;
    }
    Outgoing out = new Outgoing(link, number, source, box, total, sent);
    link.outgoing.put(number, out);
    if (mayGoImmediately(out)) {
      out.unasked = true;
      serve(out);
    } else {
      peers.send(link, new ControlMessage.Ready(number, total));
    }
  }

  private static ControlMessage.Piece piece(
      long number, long total, long offset, long length, int slot, boolean credited) {
    return new ControlMessage.Piece(number, total, offset, (int) length, slot, credited);
  }

  private boolean mayGoImmediately(Outgoing out) {
    Link link = out.link;
    boolean isStaged = link.outward.isStaged();
    if (link.outward == Route.UNKNOWN) {
      return false;
    }
    if (isStaged || out.address() < 0) {
      long pieces = (out.total - 1) / pieceBytes(out) + 1;
      if (out.total > MOST_UNASKED || !slots(link).mayTake(pieces)) {
        return false;
      }
    }
    return isStaged || !isEager(out) || out.total <= link.credit;
  }

  /** The peer has reported how it gets elements. */
  void routed(Link link, Route route) {
    link.outward = route;
    for (Outgoing out : new ArrayList<>(link.outgoing.values())) {
      if (out.asked) {
        serve(out);
      }
    }
  }

  void requested(Link link, ControlMessage.Request request) {
    Outgoing out = link.outgoing.get(request.message());
    if (out == null || out.asked || out.unasked) {
      link.fail("it has requested message " + request.message() + ", which is not ready for it");
      return;
    }
    out.asked = true;
    if (link.outward != Route.UNKNOWN) {
      serve(out);
    }
  }

  void consumed(Link link, ControlMessage.Consumed consumed) {
    link.credit += consumed.bytes();
    if (link.credit > Link.MOST_CREDIT || link.credit <= 0) {
      link.fail("it has consumed more than was sent to it");
    }
  }

  private Slots slots(Link link) {
    return link.neighbour != null && link.outward == Route.SHARED_MEMORY
        ? link.neighbour.slots
        : staging.slots;
  }

  private static int pieceBytes(Outgoing out) {
    Route route = out.link.outward;
    if (route == Route.SHARED_MEMORY) {
      return PeerBlocks.SLOT_BYTES;
    }
    return route.isReadByUcx() || isEager(out) ? PIECE_BYTES : AWAITED_BYTES;
  }

  private static boolean isEager(Outgoing out) {
    return out.total <= (out.address() < 0 ? EAGER_PACKED_BYTES : EAGER_BYTES);
  }

  /** Sends pieces while there is free staging memory. */
  private void serve(Outgoing out) {
    Link link = out.link;
    while (out.begun < out.total && link.state == Link.State.OPEN) {
      boolean isStaged = link.outward.isStaged();
      long length = Math.min(pieceBytes(out), out.total - out.begun);
      int slot = -1;
      if (isStaged || out.address() < 0) {
        Slots slots = slots(link);
        slot = slots.take(isStaged ? link.node.rank() : Slots.BEING_SENT, out.asked);
        if (slot < 0) {
          slots.waiting.add(out);
          return;
        }
        out.pack(out.begun, slots.slot(slot, (int) length));
      }
      long offset = out.begun;
      out.begun += length;
      if (isStaged) {
        out.finished += length;
        peers.send(link, piece(out.number, out.total, offset, length, slot, false));
      } else {
        sendBehind(out, offset, length, slot);
      }
    }
    finishIfSent(out);
  }

  private void sendBehind(Outgoing out, long offset, long length, int slot) {
    boolean eager = isEager(out);
    boolean credited = eager && out.unasked;
    if (credited) {
      out.link.credit -= length;
    }
    out.inFlight++;
    peers.send(
        out.link,
        piece(out.number, out.total, offset, length, -1, credited),
        slot < 0 ? out.address() + offset : staging.address(slot),
        eager,
        problem -> {
          if (!problem.isEmpty()) {
            out.link.fail("elements could not be sent: " + problem);
          }
          out.inFlight--;
          out.finished += length;
          if (slot >= 0) {
            release(staging.slots, slot);
          }
          finishIfSent(out);
        });
  }

  private void finishIfSent(Outgoing out) {
    boolean lost = out.link.state != Link.State.OPEN;
    if (out.inFlight == 0
        && (lost || out.finished == out.total)
        && out.link.outgoing.remove(out.number, out)) {
      peers.tell(arrivals -> out.sent.run());
    }
  }

  void taken(Link link, ControlMessage.Taken taken) {
    Slots slots = slots(link);
    for (int slot : taken.slots()) {
      if (slots.isHeld(slot, link.node.rank())) {
        release(slots, slot);
      } else {
        link.fail("it has freed memory that it does not have");
      }
    }
  }

  private void release(Slots slots, int slot) {
    slots.release(slot);
    // Serving a message may release slots within the call: then the outer loop continues instead of
    // a nested one.
    if (!slots.serving) {
      slots.serving = true;
      while (!slots.waiting.isEmpty() && slots.hasFree()) {
        serve(slots.waiting.removeFirst());
      }
      slots.serving = false;
    }
  }

  /** A peer cannot be reached any more: no transfer in progress will complete. */
  void abandon(Link link) {
    for (Outgoing out : new ArrayList<>(link.outgoing.values())) {
      finishIfSent(out);
    }
    Slots slots = slots(link);
    for (int slot = 0; slot < slots.count(); slot++) {
      if (slots.isHeld(slot, link.node.rank())) {
        release(slots, slot);
      }
    }
  }

  /** Whether a peer has yet to read elements that were reported to the program as sent. */
  boolean isUnderWay() {
    return staging.slots.isInUse();
  }
}
