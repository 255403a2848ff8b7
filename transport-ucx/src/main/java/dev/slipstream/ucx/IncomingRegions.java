package dev.slipstream.ucx;

import dev.slipstream.runtime.communication.Landing;
import dev.slipstream.runtime.communication.MessageId;
import dev.slipstream.runtime.communication.Pilot;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpAmData;
import org.openucx.jucx.ucp.UcpRequest;
import org.openucx.jucx.ucs.UcsConstants.STATUS;

/**
 * Receives the elements of messages into the program's memory. Pieces arrive in any order. They are
 * read from the sender's staging memory, or follow a control message, or are sent once UCX knows
 * their destination. Pieces that arrive before the program requests them are kept; {@link
 * OutgoingRegions} bounds how many these can be. Used by the engine alone.
 */
final class IncomingRegions {
  /** The most messages that the program has not requested yet, and the most pieces of these. */
  private static final int MOST_WAITING = 1 << 16;

  /** How many slots are reported as free together. */
  private static final int TAKEN_TOGETHER = 8;

  private final Peers peers;
  private final ReceiveBuffers buffers = new ReceiveBuffers();

  /** Pieces that wait for a receive buffer. */
  private final Deque<Fetch> waiting = new ArrayDeque<>();

  /** Pieces that UCX is fetching. */
  private final Set<Fetch> underWay = new HashSet<>();

  private boolean starting;

  IncomingRegions(Peers peers) {
    this.peers = peers;
  }

  /** The program requests a message and gives its destination. */
  void request(Link link, MessageId message, List<Landing<ByteBuffer>> landings) {
    if (link.state != Link.State.OPEN) {
      return;
    }
    Pilot pilot = link.announced.remove(message.number());
    if (pilot == null) {
      throw new IllegalStateException(message + " is requested, but was not announced");
    }
    Incoming in = new Incoming(link, pilot, landings);
    link.incoming.put(in.number(), in);
    Long ready = link.ready.remove(in.number());
    if (ready != null) {
      ask(in, ready);
    }
    List<ArrivedPiece> early = link.early.remove(in.number());
    if (early != null) {
      link.earlyParts -= early.size();
      for (ArrivedPiece part : early) {
        link.earlyBytes -= part.piece().credited() ? part.piece().length() : 0;
        take(in, part);
      }
    }
  }

  void announced(Link link, Pilot pilot) {
    if (link.announced.size() >= MOST_WAITING
        || link.announced.put(pilot.message().number(), pilot) != null) {
      link.fail("it has announced " + pilot.message() + " twice, or too many messages");
    } else {
      peers.tell(arrivals -> arrivals.pilot(pilot));
    }
  }

  void ready(Link link, ControlMessage.Ready ready) {
    Incoming in = link.incoming.get(ready.message());
    if (in != null) {
      ask(in, ready.total());
    } else if (link.ready.size() >= MOST_WAITING
        || link.ready.put(ready.message(), ready.total()) != null) {
      link.fail("message " + ready.message() + " is ready twice, or too many are");
    }
  }

  private void ask(Incoming in, long total) {
    if (checkTotal(in, total)) {
      peers.send(in.link, new ControlMessage.Request(in.number()));
    }
  }

  private static boolean checkTotal(Incoming in, long total) {
    if (total != in.total) {
      in.link.fail(in.pilot.message() + " has " + total + " bytes instead of " + in.total);
    }
    return total == in.total;
  }

  /** A peer offers a piece in its staging memory. */
  void offered(Link link, ControlMessage.Piece piece) {
    Neighbour neighbour = link.route == Route.SHARED_MEMORY ? link.neighbour : null;
    ByteBuffer bytes = neighbour == null ? null : neighbour.elements(piece.slot(), piece.length());
    boolean isRead =
        link.route.isReadByUcx()
            && piece.slot() >= 0
            && piece.slot() < StagingMemory.SLOTS
            && piece.length() <= StagingMemory.SLOT_BYTES;
    if (bytes == null && !isRead) {
      link.fail("it has offered what cannot be read");
    } else {
      came(link, new ArrivedPiece(piece, null, bytes));
    }
  }

  /** A piece follows its control message, in memory that will change. */
  void behind(Link link, ControlMessage.Piece piece, ByteBuffer contents) {
    Incoming in = link.incoming.get(piece.message());
    if (piece.length() != contents.remaining()) {
      link.fail("it has sent what does not fit");
    } else if (in != null) {
      place(in, piece, contents);
    } else {
      came(link, new ArrivedPiece(piece, null, ArrivedPiece.copy(contents)));
    }
  }

  /**
   * A piece follows its control message, or waits until its destination is known.
   *
   * @return whether the data stays in use after this returns
   */
  boolean behind(Link link, ControlMessage.Piece piece, UcpAmData data) {
    boolean mayBeHere = piece.credited() || piece.length() <= ControlCodec.MOST_CONTENT;
    if (piece.slot() != ControlMessage.Piece.FOLLOWS
        || piece.length() != data.getLength()
        || (data.isDataValid() && !data.canPersist())
        || piece.length() > StagingMemory.SLOT_BYTES) {
      link.fail("it has sent what does not fit");
      return false;
    }
    Incoming in = link.incoming.get(piece.message());
    if (in == null && data.isDataValid() && !mayBeHere) {
      link.fail("it has sent message " + piece.message() + " without being asked");
      return false;
    }
    if (in != null && data.isDataValid()) {
      place(in, piece, UcxUtils.getByteBufferView(data.getDataAddress(), data.getLength()));
      return false;
    }
    came(link, new ArrivedPiece(piece, data, null));
    return true;
  }

  private void came(Link link, ArrivedPiece part) {
    ControlMessage.Piece piece = part.piece();
    Incoming in = link.incoming.get(piece.message());
    if (in != null) {
      take(in, part);
      return;
    }
    link.earlyParts++;
    link.earlyBytes += piece.credited() ? piece.length() : 0;
    link.early.computeIfAbsent(piece.message(), number -> new ArrayList<>(1)).add(part);
    if (link.earlyParts > MOST_WAITING || link.earlyBytes > Link.MOST_CREDIT) {
      link.fail("it has sent too much that was not requested");
    }
  }

  private void take(Incoming in, ArrivedPiece part) {
    ByteBuffer bytes = part.bytes();
    if (bytes != null) {
      place(in, part.piece(), bytes);
      part.release();
      if (part.piece().slot() >= 0) {
        taken(in.link, part.piece().slot());
      }
    } else if (isExpected(in, part.piece())) {
      waiting.add(new Fetch(in, part));
      startFetches();
    } else {
      part.release();
    }
  }

  /** Counts a piece, unless it exceeds the message. Pieces may overtake each other. */
  private static boolean isExpected(Incoming in, ControlMessage.Piece piece) {
    if (!checkTotal(in, piece.total()) || piece.length() > in.total - in.begun) {
      in.link.fail("it has sent " + piece + " where " + (in.total - in.begun) + " bytes are due");
      return false;
    }
    in.begun += piece.length();
    return true;
  }

  private void place(Incoming in, ControlMessage.Piece piece, ByteBuffer bytes) {
    Link link = in.link;
    if (!isExpected(in, piece)) {
      return;
    }
    in.unpack(bytes, piece.offset());
    if (piece.credited()) {
      link.consumed += piece.length();
      if (link.consumed > Link.MOST_CREDIT / 4) {
        peers.send(link, new ControlMessage.Consumed(link.consumed));
        link.consumed = 0;
      }
    }
    arrived(in, piece.length());
  }

  private void arrived(Incoming in, int length) {
    in.arrived += length;
    if (in.arrived == in.total && in.link.incoming.remove(in.number(), in)) {
      peers.tell(arrivals -> arrivals.payload(in.pilot.message()));
    }
  }

  private void startFetches() {
    // A started fetch may complete within the call: then the outer loop continues instead of a
    // nested one.
    if (starting) {
      return;
    }
    starting = true;
    while (!waiting.isEmpty() && (waiting.getFirst().in.address() >= 0 || buffers.hasFree())) {
      waiting.removeFirst().start();
    }
    starting = false;
  }

  /** A piece that is read from the sender's memory, or received. */
  private final class Fetch extends UcxCallback {
    private final Incoming in;
    private final ArrivedPiece part;
    private ReceiveBuffers.@Nullable Piece buffer;
    private boolean over;
    private boolean forgotten;

    Fetch(Incoming in, ArrivedPiece part) {
      this.in = in;
      this.part = part;
    }

    void start() {
      Link link = in.link;
      if (link.state != Link.State.OPEN) {
        part.release();
        end();
        return;
      }
      ControlMessage.Piece piece = part.piece();
      if (in.address() < 0) {
        buffer = buffers.take();
      }
      long to = buffer == null ? in.address() + piece.offset() : buffer.address();
      UcpAmData data = part.data();
      try {
        if (data != null) {
          data.receive(to, this);
        } else {
          long from = StagingMemory.address(link.address.staging(), piece.slot());
          link.endpoint.getNonBlocking(from, link.key(), to, piece.length(), this);
        }
      } catch (UcxException e) {
        onError(e.getStatus(), String.valueOf(e.getMessage()));
      } catch (RuntimeException e) {
        // Of a request that failed while it was made, jucx has no object: its native code throws a
        // NullPointerException (1.15.0; seen over TCP when the sender had been killed).
        forget();
        onError(STATUS.UCS_ERR_CANCELED, String.valueOf(e));
      }
      if (!over) {
        underWay.add(this);
      }
    }

    @Override
    public void onSuccess(UcpRequest request) {
      Link link = in.link;
      if (over || link.state != Link.State.OPEN) {
        end();
        return;
      }
      ControlMessage.Piece piece = part.piece();
      if (buffer != null) {
        in.unpack(buffer.bytes().slice(0, piece.length()), piece.offset());
      }
      if (part.data() == null) {
        taken(link, piece.slot());
      }
      end();
      arrived(in, piece.length());
    }

    @Override
    public void onError(int status, String text) {
      in.link.fail("elements could not be got: " + text);
      end();
    }

    private void end() {
      if (!over) {
        over = true;
        underWay.remove(this);
        if (buffer != null && !forgotten) {
          buffers.giveBack(buffer);
          startFetches();
        }
      }
    }

    /** The sender is lost. UCX may still write into the memory unless it reports otherwise. */
    void forget() {
      if (buffer != null && !forgotten) {
        forgotten = true;
        buffers.forget();
      }
    }
  }

  private void taken(Link link, int slot) {
    link.taken.add(slot);
    if (link.taken.size() >= TAKEN_TOGETHER) {
      tellTaken(link);
    }
  }

  /** Reports which slots of the peer's staging memory are free. */
  void tellTaken(Link link) {
    if (!link.taken.isEmpty()) {
      peers.send(link, new ControlMessage.Taken(List.copyOf(link.taken)));
      link.taken.clear();
    }
  }

  /** A peer cannot be reached any more: no transfer in progress will complete. */
  void abandon(Link link) {
    link.incoming.clear();
    link.announced.clear();
    link.ready.clear();
    link.taken.clear();
    link.early.values().forEach(parts -> parts.forEach(ArrivedPiece::release));
    link.early.clear();
    link.earlyParts = 0;
    link.earlyBytes = 0;
    for (Fetch fetch : underWay) {
      if (fetch.in.link == link) {
        fetch.forget();
      }
    }
    startFetches();
  }
}
