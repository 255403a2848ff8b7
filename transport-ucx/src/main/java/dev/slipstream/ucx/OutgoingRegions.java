package dev.slipstream.ucx;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.communication.BoxBytes;
import dev.slipstream.runtime.communication.BoxMemory;
import dev.slipstream.runtime.communication.Pilot;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;

/**
 * Sends the elements of messages. If the receiver can read this node's memory, pieces are packed
 * into the staging memory and offered; the receiver frees them when it has read them. Otherwise
 * they follow a control message: immediately if they are small, else as soon as the receiver has
 * given their destination. A message is sent without a request if there is room that no requested
 * message waits for; other messages are reported as ready. Used by the engine alone.
 */
final class OutgoingRegions {
  /** The size of a piece that is read: small enough that packing and reading overlap. */
  private static final int READ_BYTES = 256 << 10;

  /** The size of a piece that is sent when the receiver has given its destination. */
  private static final int SENT_BYTES = StagingMemory.SLOT_BYTES;

  /** Up to this size the receiver's copy costs less than waiting for the destination. */
  private static final int EAGER_BYTES = 1 << 20;

  /** The most pieces of one message in staging memory that are sent without a request. */
  private static final int MOST_UNASKED = 4;

  private final StagingMemory staging;
  private final Peers peers;

  /** Messages that wait for a slot of the staging memory. */
  private final Deque<Outgoing> waitingForSlot = new ArrayDeque<>();

  private boolean serving;

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
    boolean isRead = link.outward.isRead();
    if (link.outward == Route.UNKNOWN) {
      return false;
    }
    if (isRead || out.address() < 0) {
      long slots = (out.total - 1) / (isRead ? READ_BYTES : SENT_BYTES) + 1;
      if (slots > MOST_UNASKED || !staging.mayTake((int) slots)) {
        return false;
      }
    }
    return isRead || out.total > EAGER_BYTES || out.total <= link.credit;
  }

  /** The peer has reported how it gets elements. */
  void routed(Link link, boolean reads) {
    link.outward = reads ? Route.SHARED_MEMORY : Route.MESSAGES;
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

  /** Sends pieces while there is free staging memory. */
  private void serve(Outgoing out) {
    Link link = out.link;
    while (out.begun < out.total && link.state == Link.State.OPEN) {
      boolean isRead = link.outward.isRead();
      long length = Math.min(isRead ? READ_BYTES : SENT_BYTES, out.total - out.begun);
      int slot = -1;
      if (isRead || out.address() < 0) {
        int holder = isRead ? link.node.rank() : StagingMemory.BEING_SENT;
        slot = staging.take(holder, out.asked);
        if (slot < 0) {
          waitingForSlot.add(out);
          return;
        }
        out.pack(out.begun, staging.slot(slot, (int) length));
      }
      long offset = out.begun;
      out.begun += length;
      if (isRead) {
        out.finished += length;
        peers.send(link, piece(out.number, out.total, offset, length, slot, false));
      } else {
        sendBehind(out, offset, length, slot);
      }
    }
    finishIfSent(out);
  }

  private void sendBehind(Outgoing out, long offset, long length, int slot) {
    boolean eager = out.total <= EAGER_BYTES;
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
            release(slot);
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
    for (int slot : taken.slots()) {
      if (staging.isHeld(slot, link.node.rank())) {
        release(slot);
      } else {
        link.fail("it has freed memory that it does not have");
      }
    }
  }

  private void release(int slot) {
    staging.release(slot);
    // Serving a message may release slots within the call: then the outer loop continues instead of
    // a nested one.
    if (!serving) {
      serving = true;
      while (!waitingForSlot.isEmpty() && staging.hasFree()) {
        serve(waitingForSlot.removeFirst());
      }
      serving = false;
    }
  }

  /** A peer cannot be reached any more: no transfer in progress will complete. */
  void abandon(Link link) {
    for (Outgoing out : new ArrayList<>(link.outgoing.values())) {
      finishIfSent(out);
    }
    for (int slot = 0; slot < StagingMemory.SLOTS; slot++) {
      if (staging.isHeld(slot, link.node.rank())) {
        release(slot);
      }
    }
  }

  /** Whether a peer has yet to read elements that were reported to the program as sent. */
  boolean isUnderWay() {
    return staging.isInUse();
  }
}
