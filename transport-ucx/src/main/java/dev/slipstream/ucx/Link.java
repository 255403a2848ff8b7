package dev.slipstream.ucx;

import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.membership.Member;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpEndpointErrorHandler;
import org.openucx.jucx.ucp.UcpEndpointParams;
import org.openucx.jucx.ucp.UcpRemoteKey;
import org.openucx.jucx.ucp.UcpRequest;
import org.openucx.jucx.ucp.UcpWorker;

/** The state of one peer, with the transfers to and from it. Used by the engine alone. */
final class Link implements UcpEndpointErrorHandler {
  /** The state of the connection to a peer. */
  enum State {
    OPEN,
    LEFT,
    LOST
  }

  /** How many bytes may arrive without a request. */
  static final long MOST_CREDIT = 8 << 20;

  final NodeId node;
  final String host;
  final PortAddress address;
  final UcpEndpoint endpoint;
  final ToldParts told = new ToldParts();

  /** Messages to the peer that it has not received. */
  final Map<Long, Outgoing> outgoing = new HashMap<>();

  /** Messages from the peer that were requested and have not arrived. */
  final Map<Long, Incoming> incoming = new HashMap<>();

  /** Announcements of the peer for messages that were not requested yet. */
  final Map<Long, Pilot> announced = new HashMap<>();

  /** Messages that are ready and were not requested yet, with their sizes. */
  final Map<Long, Long> ready = new HashMap<>();

  /** Pieces of messages that were not requested yet. */
  final Map<Long, List<ArrivedPiece>> early = new HashMap<>();

  /** Slots of the peer's staging memory that are free, which it has not been told yet. */
  final List<Integer> taken = new ArrayList<>();

  /** Announcements that are sent with the next message. */
  final List<ControlMessage> held = new ArrayList<>();

  State state = State.OPEN;

  /** How elements arrive from the peer. */
  volatile Route route = Route.UNKNOWN;

  /** What this node shares with the peer, if that is on this machine. */
  final @Nullable Neighbour neighbour;

  /** How elements are sent to the peer. */
  Route outward = Route.UNKNOWN;

  /** How many bytes may be sent to the peer without a request. */
  long credit = MOST_CREDIT;

  /** How many consumed bytes have not been reported to the peer. */
  long consumed;

  /** How many pieces of messages that were not requested yet are kept. */
  int earlyParts;

  /** How many bytes of them count against the peer's credit. */
  long earlyBytes;

  /** Whether the ring was full, and UCX has not sent yet all that was given to it instead. */
  boolean overflows;

  long lastReceived;
  long sent;
  long toldSequence;
  @Nullable UcpRequest probe;
  int probes;

  private @Nullable UcpRemoteKey key;
  private String failure = "";
  private boolean endpointClosed;

  /**
   * Starts the connection to a peer.
   *
   * @throws UcxException if UCX has no route to it
   */
  Link(
      UcpWorker worker, Member peer, PortAddress address, @Nullable Neighbour neighbour, long now) {
    this.node = new NodeId(peer.rank());
    this.host = peer.host();
    this.address = address;
    this.neighbour = neighbour;
    this.lastReceived = now;
    this.sent = now;
    this.endpoint =
        new UcpEndpoint(
            worker,
            new UcpEndpointParams()
                .setUcpAddress(direct(address.worker()))
                .setPeerErrorHandlingMode()
                .setErrorHandler(this));
    this.key = endpoint.unpackRemoteKey(direct(address.key()));
  }

  private static ByteBuffer direct(byte[] bytes) {
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  @Override
  public void onError(UcpEndpoint failed, int status, String text) {
    fail("the connection failed: " + text);
  }

  /** Notes why the peer cannot be reached any more; the first reason counts. */
  void fail(String cause) {
    if (failure.isEmpty()) {
      failure = cause;
    }
  }

  /** Why the peer cannot be reached any more; empty if it can. */
  String failure() {
    return failure;
  }

  /** Whether the peer has yet to copy elements from this node's memory. */
  boolean isUnderWay() {
    return neighbour != null && neighbour.slots.isInUse();
  }

  /** The key of the peer's staging memory; exists while the peer can be reached. */
  UcpRemoteKey key() {
    UcpRemoteKey known = key;
    if (known == null) {
      throw new IllegalStateException(node + " cannot be reached any more");
    }
    return known;
  }

  /** Releases the key; nothing may use it any more. */
  void closeKey() {
    UcpRemoteKey known = key;
    key = null;
    if (known != null) {
      known.close();
    }
  }

  /**
   * Closes the endpoint, once.
   *
   * @param flush whether queued messages have to arrive
   * @return the request to wait for, or null if it is closed
   */
  @Nullable UcpRequest closeEndpoint(boolean flush) {
    if (endpointClosed) {
      return null;
    }
    endpointClosed = true;
    try {
      return flush ? endpoint.closeNonBlockingFlush() : endpoint.closeNonBlockingForce();
    } catch (UcxException closedAlready) {
      return null;
    }
  }
}
