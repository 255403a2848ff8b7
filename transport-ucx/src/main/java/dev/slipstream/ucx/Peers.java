package dev.slipstream.ucx;

import dev.slipstream.runtime.communication.PeerLoss;
import dev.slipstream.runtime.membership.Member;
import dev.slipstream.runtime.membership.Membership;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpAmData;
import org.openucx.jucx.ucp.UcpConstants;
import org.openucx.jucx.ucp.UcpRequest;
import org.openucx.jucx.ucp.UcpWorker;
import org.openucx.jucx.ucs.UcsConstants.STATUS;

/**
 * The other members: sends them messages, finds the routes of their elements, and notices when they
 * are lost. Used by the engine alone.
 */
final class Peers {
  private static final int MOST_BEFORE_CONNECTED = 1 << 14;

  /** The most announcements that are sent with one message. */
  private static final int MOST_HELD = 8;

  final OutgoingRegions outgoing;
  final IncomingRegions incoming;

  private final UcpWorker worker;
  private final StagingMemory staging;
  private final Heartbeat heartbeat;
  private final Queue<Event> events = new ArrayDeque<>();
  private final RouteProbes probes = new RouteProbes();

  /** Messages of peers that have connected earlier than this node. */
  private final List<Runnable> beforeConnected = new ArrayList<>();

  private List<@Nullable Link> links = List.of();

  /** The peers on this machine whose memory is mapped. */
  private final List<Link> neighbours = new ArrayList<>();

  private @Nullable ControlSends sends;
  private @Nullable ControlCodec codec;
  private long now = System.nanoTime();
  private long nextLook;

  Peers(UcpWorker worker, StagingMemory staging, Heartbeat heartbeat) {
    this.worker = worker;
    this.staging = staging;
    this.heartbeat = heartbeat;
    this.outgoing = new OutgoingRegions(staging, this);
    this.incoming = new IncomingRegions(this);
    worker.setAmRecvHandler(
        ControlSends.MESSAGES, (header, headerBytes, data, reply) -> message(data), 0);
    worker.setAmRecvHandler(
        ControlSends.ELEMENTS,
        (header, headerBytes, data, reply) -> elements(header, headerBytes, data),
        UcpConstants.UCP_AM_FLAG_PERSISTENT_DATA);
  }

  /** Starts the connections to the other members. */
  List<@Nullable Link> connect(Membership members) {
    codec = new ControlCodec(members.rank(), members.size(), members.token());
    sends = new ControlSends(codec);
    List<@Nullable Link> all = new ArrayList<>();
    String machine = members.members().get(members.rank()).machine();
    int here = 0;
    now = System.nanoTime();
    for (Member member : members.members()) {
      boolean near = member.machine().equals(machine);
      Neighbour neighbour =
          near ? neighbour(members.localRank(), here++, members.localSize()) : null;
      all.add(
          member.rank() == members.rank()
              ? null
              : new Link(worker, member, PortAddress.of(member.address()), neighbour, now));
    }
    links = all;
    for (Link link : all) {
      if (link != null) {
        sendByUcx(link, new ControlMessage.Hello());
      }
    }
    beforeConnected.forEach(Runnable::run);
    beforeConnected.clear();
    return all;
  }

  private @Nullable Neighbour neighbour(int local, int remote, int nodes) {
    PeerBlocks layout = PeerBlocks.of(nodes);
    int block = layout.block(local, remote);
    int peerBlock = layout.block(remote, local);
    return local == remote || block < 0 || peerBlock < 0
        ? null
        : new Neighbour(
            staging.bytes(),
            StagingMemory.BLOCKS + block,
            StagingMemory.BLOCKS + peerBlock,
            layout);
  }

  // Sending.

  /** Sends a control message, unless the peer is lost. */
  void send(Link link, ControlMessage message) {
    link.held.add(message);
    flush(link);
  }

  /** Sends a message that begins or ends the connection, or wakes the peer. */
  private void sendByUcx(Link link, ControlMessage message) {
    link.held.add(message);
    flushByUcx(link);
  }

  /** Sends an announcement with the next message, or soon. */
  void sendSoon(Link link, ControlMessage.Announced message) {
    link.held.add(message);
    if (link.held.size() >= MOST_HELD) {
      flush(link);
    }
  }

  private void flush(Link link) {
    if (!write(link, 0, nothing -> {})) {
      flushByUcx(link);
    }
  }

  private void flushByUcx(Link link) {
    ControlSends known = sends;
    if (link.state == Link.State.OPEN && known != null) {
      sent(link, known.send(link.endpoint, link.held));
    }
    link.held.clear();
  }

  /** Sends a few elements, unless the peer is lost. */
  void send(Link link, ControlMessage.Piece piece, Consumer<ByteBuffer> elements) {
    link.held.add(piece);
    if (write(link, piece.length(), elements)) {
      return;
    }
    ControlSends known = sends;
    if (link.state == Link.State.OPEN && known != null) {
      sent(link, known.send(link.endpoint, link.held, piece.length(), elements));
    }
    link.held.clear();
  }

  /** Sends elements from memory that does not change until they are sent. */
  void send(
      Link link,
      ControlMessage.Piece piece,
      long address,
      boolean eager,
      ControlSends.Completion completion) {
    ControlSends known = sends;
    if (link.state == Link.State.OPEN && known != null) {
      List<ControlMessage> messages = new ArrayList<>(link.held);
      messages.add(piece);
      link.held.clear();
      known.send(link.endpoint, messages, piece.length(), address, eager, completion);
      sent(link, "");
    } else {
      completion.over("");
    }
  }

  /** Writes what is held to the peer's ring, if it reads one that has room. */
  private boolean write(Link link, int contents, Consumer<ByteBuffer> elements) {
    Neighbour neighbour = link.state == Link.State.OPEN ? link.neighbour : null;
    // What has to wait at UCX must not be overtaken by too much.
    link.overflows &= isPending();
    if (neighbour == null || codec == null || link.overflows) {
      return false;
    }
    if (!neighbour.write(codec, link.held, contents, elements)) {
      link.overflows = neighbour.isWritable();
      return false;
    }
    link.held.clear();
    link.sent = now;
    if (neighbour.isAsleep()) {
      sendByUcx(link, new ControlMessage.Beat());
    }
    return true;
  }

  private void sent(Link link, String problem) {
    link.sent = now;
    if (!problem.isEmpty()) {
      link.fail("the connection failed: " + problem);
    }
  }

  /** Whether UCX still has messages that it can send immediately. */
  boolean isPending() {
    return sends != null && sends.isPending();
  }

  // Events for the program.

  /** Queues an event for the program. */
  void tell(Event event) {
    events.add(event);
  }

  /** Returns the next event, or null if there is none. */
  @Nullable Event poll() {
    return events.poll();
  }

  boolean hasEvents() {
    return !events.isEmpty();
  }

  // Receiving. No exception may be thrown into UCX.

  private int message(UcpAmData data) {
    if (data.isDataValid() && data.getLength() <= ControlCodec.MOST_BYTES) {
      ByteBuffer in = UcxUtils.getByteBufferView(data.getDataAddress(), data.getLength());
      if (codec != null) {
        read(in, this::received);
      } else if (beforeConnected.size() < MOST_BEFORE_CONNECTED) {
        ByteBuffer copy = ArrivedPiece.copy(in);
        beforeConnected.add(() -> read(copy, this::received));
      }
    }
    return STATUS.UCS_OK;
  }

  private int elements(long header, long headerBytes, UcpAmData data) {
    boolean kept = false;
    if (headerBytes > 0 && headerBytes <= ControlCodec.MOST_BYTES) {
      ByteBuffer in = UcxUtils.getByteBufferView(header, headerBytes);
      if (codec != null) {
        kept = elements(in, data);
      } else if (beforeConnected.size() < MOST_BEFORE_CONNECTED && data.canPersist()) {
        ByteBuffer copy = ArrivedPiece.copy(in);
        kept =
            beforeConnected.add(
                () -> {
                  if (!elements(copy, data)) {
                    ArrivedPiece.release(data);
                  }
                });
      }
    }
    return kept ? STATUS.UCS_INPROGRESS : STATUS.UCS_OK;
  }

  private boolean elements(ByteBuffer in, UcpAmData data) {
    boolean[] kept = {false};
    read(
        in,
        (link, message) -> {
          if (message instanceof ControlMessage.Piece piece) {
            kept[0] = incoming.behind(link, piece, data);
          } else if (message instanceof ControlMessage.Announced) {
            received(link, message);
          } else {
            link.fail("it has sent elements behind " + message);
          }
        });
    return kept[0];
  }

  private void read(ByteBuffer in, BiConsumer<Link, ControlMessage> taker) {
    ControlCodec known = codec;
    int from = known == null ? -1 : known.sender(in);
    Link link = from < 0 ? null : links.get(from);
    if (known != null && link != null && link.state == Link.State.OPEN) {
      link.lastReceived = now;
      probes.begin(link);
      try {
        do {
          taker.accept(link, known.read(from, in));
        } while (in.hasRemaining());
      } catch (RuntimeException malformed) {
        link.fail("it has sent what cannot be understood: " + malformed.getMessage());
      }
    }
  }

  /** Reads what peers on this machine have written; returns whether there was anything. */
  boolean receive() {
    boolean any = false;
    for (int i = 0; i < neighbours.size(); i++) {
      any |= receive(neighbours.get(i));
    }
    return any;
  }

  private boolean receive(Link link) {
    Neighbour neighbour = link.neighbour;
    if (neighbour == null || link.state != Link.State.OPEN) {
      return false;
    }
    try {
      boolean any = neighbour.poll((message, header) -> written(link, message, header));
      if (any) {
        link.lastReceived = now;
      }
      return any;
    } catch (RuntimeException malformed) {
      link.fail("it has written what cannot be understood: " + malformed.getMessage());
      return true;
    }
  }

  private void written(Link link, ByteBuffer in, int header) {
    ControlCodec known = codec;
    int contents = in.remaining() - header;
    in.limit(in.limit() - contents);
    while (known != null && in.hasRemaining()) {
      ControlMessage message = known.read(link.node.rank(), in);
      if (message.isOfConnection()) {
        throw new IllegalArgumentException("" + message);
      }
      if (message instanceof ControlMessage.Piece piece
          && piece.slot() == ControlMessage.Piece.FOLLOWS) {
        int at = in.limit();
        incoming.behind(link, piece, in.limit(at + contents).slice(at, contents));
        return;
      }
      received(link, message);
    }
  }

  private void received(Link link, ControlMessage message) {
    if (message instanceof ControlMessage.Announced announced) {
      incoming.announced(link, announced.pilot());
    } else if (message instanceof ControlMessage.Ready ready) {
      incoming.ready(link, ready);
    } else if (message instanceof ControlMessage.Request request) {
      outgoing.requested(link, request);
    } else if (message instanceof ControlMessage.Piece piece) {
      incoming.offered(link, piece);
    } else if (message instanceof ControlMessage.Taken taken) {
      outgoing.taken(link, taken);
    } else if (message instanceof ControlMessage.Consumed consumed) {
      outgoing.consumed(link, consumed);
    } else if (message instanceof ControlMessage.Routed routed) {
      routed(link, routed.route());
    } else if (message instanceof ControlMessage.Told part) {
      for (ByteBuffer complete : link.told.add(part)) {
        tell(arrivals -> arrivals.told(link.node, complete));
      }
    } else if (message instanceof ControlMessage.Farewell farewell) {
      // It comes by UCX, and what was written before may not have been read.
      receive(link);
      if (farewell.cause().isEmpty()) {
        link.state = Link.State.LEFT;
        abandon(link);
        tell(arrivals -> arrivals.left(link.node));
      } else {
        link.fail("it has given up: " + farewell.cause());
      }
    }
  }

  private void abandon(Link link) {
    incoming.abandon(link);
    outgoing.abandon(link);
  }

  // Routes.

  private void route(Link link) {
    if (probes.decide(link)) {
      if (link.route == Route.SHARED_MEMORY) {
        neighbours.add(link);
      }
      sendByUcx(link, new ControlMessage.Routed(link.route));
    }
  }

  private void routed(Link link, Route route) {
    boolean maps = route == Route.SHARED_MEMORY;
    if (link.outward != Route.UNKNOWN || (maps && link.neighbour == null)) {
      link.fail("it gets elements by " + route + ", which cannot be");
      return;
    }
    if (maps && link.neighbour != null) {
      link.neighbour.peerReads();
    }
    outgoing.routed(link, route);
  }

  // Liveness.

  /**
   * Does what is due after UCX was called for progress.
   *
   * @param time the time, which may be some polls old
   */
  void attend(long time) {
    now = time;
    if (now - nextLook >= 0) {
      nextLook = now + heartbeat.interval() / 2;
      look();
    }
    if (sends != null) {
      sends.progress();
    }
    for (Link link : links) {
      if (link != null && link.state == Link.State.OPEN) {
        incoming.tellTaken(link);
        if (!link.held.isEmpty()) {
          flush(link);
        }
        if (link.failure().isEmpty()) {
          route(link);
        } else {
          lose(link);
        }
      }
    }
  }

  private void look() {
    long slept = heartbeat.slept(now);
    for (Link link : links) {
      if (link != null && link.state == Link.State.OPEN) {
        link.lastReceived += slept;
        if (heartbeat.isLost(link.lastReceived, now)) {
          link.fail(
              String.format(
                  Locale.ROOT,
                  "nothing has come from it for %.1f s",
                  (now - link.lastReceived) / 1e9));
        } else if (now - link.sent >= heartbeat.interval() / 2) {
          sendByUcx(link, new ControlMessage.Beat());
        }
      }
    }
  }

  private void lose(Link link) {
    sendByUcx(link, new ControlMessage.Farewell(link.failure()));
    link.state = Link.State.LOST;
    abandon(link);
    link.closeEndpoint(false);
    PeerLoss loss = new PeerLoss(link.node, link.host, link.failure());
    tell(arrivals -> arrivals.lost(loss));
  }

  // The end.

  /** Whether no remaining peer has yet to receive anything. */
  boolean isQuiet() {
    boolean underWay = false;
    for (Link link : links) {
      if (link != null && link.state == Link.State.OPEN && link.failure().isEmpty()) {
        underWay |= link.isUnderWay() || outgoing.isUnderWay();
      }
    }
    return !underWay;
  }

  /** Tells all peers that this node leaves. */
  void sayFarewell() {
    for (Link link : links) {
      if (link != null) {
        sendByUcx(link, new ControlMessage.Farewell(""));
      }
    }
  }

  /**
   * Closes the connections.
   *
   * @return the requests to wait for
   */
  List<UcpRequest> close() {
    List<UcpRequest> closings = new ArrayList<>();
    for (Link link : links) {
      if (link != null) {
        boolean open = link.state == Link.State.OPEN;
        link.state = Link.State.LEFT;
        abandon(link);
        link.closeKey();
        UcpRequest closing = link.closeEndpoint(open && link.failure().isEmpty());
        if (closing != null) {
          closings.add(closing);
        }
      }
    }
    return closings;
  }
}
