package dev.slipstream.ucx;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.communication.BoxBytes;
import dev.slipstream.runtime.communication.BoxMemory;
import dev.slipstream.runtime.communication.Landing;
import dev.slipstream.runtime.communication.MessageId;
import dev.slipstream.runtime.communication.Pilot;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.ucp.UcpRequest;
import org.openucx.jucx.ucp.UcpWorker;

/**
 * Moves the elements of messages. The receiver asks for them once it knows where they go, so that
 * nothing is sent that would have to be kept; messages of a few elements are sent at once. Where
 * the receiver can read the sender's memory it asks for all, the sender copies pieces into its
 * staging memory and offers them, and the receiver reads and frees them. Elsewhere it posts
 * receives for a few pieces and asks for these. Belongs to the owner thread.
 */
final class Regions {
  /** A piece that is read: small enough that packing and reading overlap. */
  private static final int READ_BYTES = 256 << 10;

  /** A piece that is sent by a tagged message. */
  private static final int SENT_BYTES = StagingMemory.SLOT_BYTES;

  private static final int MOST_POSTED = 8;

  /** Requests for messages that the program has not given yet. */
  private static final int MOST_WAITING = 1 << 16;

  private static final long WHOLE_TAG = -1L;

  private final UcpWorker worker;
  private final StagingMemory staging;
  private final UcxEngine engine;
  private final ReceiveBuffers buffers = new ReceiveBuffers();

  /** Messages that wait for a slot of the staging memory. */
  private final Deque<Outgoing> waitingForSlot = new ArrayDeque<>();

  /** Messages that wait for a receive buffer. */
  private final Deque<Incoming> waitingForBuffer = new ArrayDeque<>();

  /** Offers that wait for a receive buffer. */
  private final Deque<Read> waitingReads = new ArrayDeque<>();

  private boolean serving;
  private boolean posting;
  private long lastTag;

  Regions(UcpWorker worker, StagingMemory staging, UcxEngine engine) {
    this.worker = worker;
    this.staging = staging;
    this.engine = engine;
  }

  // What the program sends.

  /** The program gives the elements of a message. */
  void send(Link link, Pilot pilot, BoxMemory<ByteBuffer> source, Runnable sent) {
    if (link.state != Link.State.OPEN) {
      engine.tell(arrivals -> sent.run());
      return;
    }
    Box box = pilot.box();
    long number = pilot.message().number();
    long total = BoxBytes.of(box, source.elementBytes());
    if (total <= ControlCodec.MOST_CONTENT) {
      ByteBuffer bytes = ByteBuffer.allocate((int) total);
      BoxBytes.pack(source, box, 0, bytes);
      engine.send(link, new ControlMessage.Elements(number, bytes));
      engine.tell(arrivals -> sent.run());
      return;
    }
    Outgoing out = link.outgoing.computeIfAbsent(number, n -> new Outgoing(link, n));
    out.give(source, box, sent);
    serve(out);
  }

  void requested(Link link, ControlMessage.Request request) {
    Outgoing out = link.outgoing.computeIfAbsent(request.message(), n -> new Outgoing(link, n));
    if (link.outgoing.size() > MOST_WAITING || out.wanted.size() >= 2 * MOST_POSTED) {
      link.fail("it has asked for more than was announced to it");
      return;
    }
    out.wanted.add(request);
    serve(out);
  }

  /** Sends what is wanted, as far as there is staging memory. */
  private void serve(Outgoing out) {
    while (out.isGiven() && !out.wanted.isEmpty() && out.link.state == Link.State.OPEN) {
      ControlMessage.Request request = out.wanted.getFirst();
      if (request.total() != out.total() || (request.tag() != 0 && request.length() > SENT_BYTES)) {
        out.link.fail(
            "it takes message "
                + out.number
                + " to have "
                + request.total()
                + " bytes, but it has "
                + out.total());
        return;
      }
      boolean under = request.tag() == 0 ? offerPieces(out, request) : sendTagged(out, request);
      if (!under) {
        waitingForSlot.add(out);
        return;
      }
      out.wanted.removeFirst();
      out.begun = 0;
      if (request.tag() == 0) {
        out.finished += request.length();
        finishIfSent(out);
      }
    }
  }

  /** Copies pieces into staging memory; says whether there was room for all. */
  private boolean offerPieces(Outgoing out, ControlMessage.Request request) {
    while (out.begun < request.length()) {
      int slot = staging.take(out.link.node.rank());
      if (slot < 0) {
        return false;
      }
      int length = (int) Math.min(READ_BYTES, request.length() - out.begun);
      long offset = request.offset() + out.begun;
      out.pack(offset, staging.slot(slot, length));
      out.begun += length;
      engine.send(out.link, new ControlMessage.Offer(out.number, offset, length, slot));
    }
    return true;
  }

  /** Sends a piece; says whether there was room for it. */
  private boolean sendTagged(Outgoing out, ControlMessage.Request request) {
    int length = (int) request.length();
    int slot = -1;
    long address = out.address() + request.offset();
    if (out.address() < 0) {
      slot = staging.take(StagingMemory.BEING_SENT);
      if (slot < 0) {
        return false;
      }
      out.pack(request.offset(), staging.slot(slot, length));
      address = staging.address(slot);
    }
    new TaggedSend(this, out, slot, length).start(address, request.tag());
    return true;
  }

  /** UCX does not need a piece any more. */
  void sent(Outgoing out, int slot, int length) {
    out.inFlight--;
    out.finished += length;
    if (slot >= 0) {
      release(slot);
    }
    finishIfSent(out);
  }

  private void finishIfSent(Outgoing out) {
    boolean lost = out.link.state != Link.State.OPEN;
    if (out.inFlight == 0
        && out.isGiven()
        && (lost || out.finished == out.total())
        && out.link.outgoing.remove(out.number, out)) {
      engine.tell(arrivals -> out.sent().run());
    }
  }

  void taken(Link link, ControlMessage.Taken taken) {
    if (staging.isHeld(taken.slot(), link.node.rank())) {
      release(taken.slot());
    } else {
      link.fail("it has freed memory that it does not have");
    }
  }

  private void release(int slot) {
    staging.release(slot);
    // What is served may release slots in its turn: the loop goes on then, it does not begin anew.
    if (!serving) {
      serving = true;
      while (!waitingForSlot.isEmpty() && staging.hasFree()) {
        serve(waitingForSlot.removeFirst());
      }
      serving = false;
    }
  }

  // What the program receives.

  /** The program says where a message goes. */
  void request(Link link, MessageId message, List<Landing<ByteBuffer>> landings) {
    if (link.state != Link.State.OPEN) {
      return;
    }
    Pilot pilot = link.announced.remove(message.number());
    if (pilot == null) {
      throw new IllegalStateException(message + " is asked for, but was not announced");
    }
    Incoming in = new Incoming(link, pilot, landings);
    link.incoming.put(in.number(), in);
    ByteBuffer early = link.early.remove(in.number());
    if (early != null) {
      complete(in, early);
    } else if (in.total > ControlCodec.MOST_CONTENT) {
      if (link.route == Route.UNKNOWN) {
        link.unrouted.add(in);
      } else {
        begin(in);
      }
    }
  }

  void announced(Link link, Pilot pilot) {
    if (link.announced.size() >= MOST_WAITING
        || link.announced.put(pilot.message().number(), pilot) != null) {
      link.fail("it has announced " + pilot.message() + " twice, or too many messages");
    } else {
      engine.tell(arrivals -> arrivals.pilot(pilot));
    }
  }

  void elements(Link link, ControlMessage.Elements elements) {
    Incoming in = link.incoming.get(elements.message());
    if (in != null) {
      complete(in, elements.bytes());
    } else if (link.early.size() >= MOST_WAITING
        || link.early.put(elements.message(), elements.bytes()) != null) {
      link.fail("it has sent message " + elements.message() + " twice, or too many messages");
    }
  }

  private void complete(Incoming in, ByteBuffer all) {
    if (all.remaining() != in.total) {
      in.link.fail(
          in.pilot.message() + " has " + all.remaining() + " bytes instead of " + in.total);
      return;
    }
    in.unpack(all, 0);
    arrived(in, all.remaining());
  }

  private void arrived(Incoming in, int length) {
    in.arrived += length;
    if (in.arrived == in.total && in.link.incoming.remove(in.number(), in)) {
      engine.tell(arrivals -> arrivals.payload(in.pilot.message()));
    }
  }

  /** The route is known from now on. */
  void routed(Link link) {
    for (Incoming in = link.unrouted.poll(); in != null; in = link.unrouted.poll()) {
      begin(in);
    }
  }

  private void begin(Incoming in) {
    if (in.link.route.isRead()) {
      engine.send(in.link, new ControlMessage.Request(in.number(), in.total, 0, in.total, 0));
    } else {
      post(in);
    }
  }

  /** Posts receives for pieces of a message, and asks for these. */
  private void post(Incoming in) {
    while (in.begun < in.total
        && in.posted.size() < MOST_POSTED
        && in.link.state == Link.State.OPEN) {
      int length = (int) Math.min(SENT_BYTES, in.total - in.begun);
      ReceiveBuffers.Piece buffer = null;
      if (in.address() < 0) {
        buffer = buffers.take();
        if (buffer == null) {
          waitingForBuffer.add(in);
          return;
        }
      }
      TaggedReceive receive = new TaggedReceive(in, in.begun, length, buffer);
      in.begun += length;
      receive.start(++lastTag);
    }
  }

  /** A piece that is received by a tagged message. */
  private final class TaggedReceive extends UcxCallback {
    private final Incoming in;
    private final long offset;
    private final int length;
    private final ReceiveBuffers.@Nullable Piece buffer;
    private boolean over;
    private @Nullable UcpRequest posted;

    TaggedReceive(Incoming in, long offset, int length, ReceiveBuffers.@Nullable Piece buffer) {
      this.in = in;
      this.offset = offset;
      this.length = length;
      this.buffer = buffer;
    }

    void start(long tag) {
      long address = buffer == null ? in.address() + offset : buffer.address();
      try {
        UcpRequest request = worker.recvTaggedNonBlocking(address, length, tag, WHOLE_TAG, this);
        if (!over) {
          posted = request;
          in.posted.add(request);
        }
      } catch (UcxException e) {
        onError(e.getStatus(), String.valueOf(e.getMessage()));
      }
      engine.send(in.link, new ControlMessage.Request(in.number(), in.total, offset, length, tag));
    }

    @Override
    public void onSuccess(UcpRequest request) {
      if (!over && request.getRecvSize() != length) {
        onError(0, request.getRecvSize() + " bytes came instead of " + length);
      } else if (!over && in.link.state == Link.State.OPEN) {
        if (buffer != null) {
          in.unpack(buffer.bytes().slice(0, length), offset);
        }
        end();
        arrived(in, length);
        post(in);
      } else {
        end();
      }
    }

    @Override
    public void onError(int status, String text) {
      in.link.fail("elements could not be received: " + text);
      end();
    }

    private void end() {
      if (!over) {
        over = true;
        if (posted != null) {
          in.posted.remove(posted);
        }
        giveBack(buffer);
      }
    }
  }

  void offered(Link link, ControlMessage.Offer offer) {
    Incoming in = link.incoming.get(offer.message());
    long end = (long) offer.slot() * StagingMemory.SLOT_BYTES + offer.length();
    if (in == null
        || !link.route.isRead()
        || offer.offset() != in.begun
        || offer.length() > in.total - in.begun
        || offer.length() > StagingMemory.SLOT_BYTES
        || end > (long) StagingMemory.SLOTS * StagingMemory.SLOT_BYTES) {
      link.fail("it has offered what was not asked for");
      return;
    }
    in.begun += offer.length();
    waitingReads.add(new Read(in, offer));
    readOffers();
  }

  private void readOffers() {
    for (Read read = waitingReads.peek(); read != null; read = waitingReads.peek()) {
      if (read.in.address() < 0) {
        read.buffer = buffers.take();
        if (read.buffer == null) {
          return;
        }
      }
      waitingReads.remove();
      read.start();
    }
  }

  /** A piece that is read out of the sender's memory. */
  private final class Read extends UcxCallback {
    private final Incoming in;
    private final ControlMessage.Offer offer;
    private ReceiveBuffers.@Nullable Piece buffer;
    private boolean over;

    Read(Incoming in, ControlMessage.Offer offer) {
      this.in = in;
      this.offer = offer;
    }

    void start() {
      Link link = in.link;
      if (link.state != Link.State.OPEN) {
        end();
        return;
      }
      long from = link.staging + (long) offer.slot() * StagingMemory.SLOT_BYTES;
      long to = buffer == null ? in.address() + offer.offset() : buffer.address();
      try {
        link.endpoint.getNonBlocking(from, link.key(), to, offer.length(), this);
      } catch (UcxException e) {
        onError(e.getStatus(), String.valueOf(e.getMessage()));
      }
    }

    @Override
    public void onSuccess(UcpRequest request) {
      if (!over && in.link.state == Link.State.OPEN) {
        if (buffer != null) {
          in.unpack(buffer.bytes().slice(0, offer.length()), offer.offset());
        }
        engine.send(in.link, new ControlMessage.Taken(offer.slot()));
        end();
        arrived(in, offer.length());
      } else {
        end();
      }
    }

    @Override
    public void onError(int status, String text) {
      in.link.fail("elements could not be read: " + text);
      end();
    }

    private void end() {
      if (!over) {
        over = true;
        giveBack(buffer);
      }
    }
  }

  private void giveBack(ReceiveBuffers.@Nullable Piece buffer) {
    if (buffer != null) {
      buffers.giveBack(buffer);
      if (!posting) {
        posting = true;
        readOffers();
        while (!waitingForBuffer.isEmpty() && buffers.hasFree()) {
          post(waitingForBuffer.removeFirst());
        }
        posting = false;
      }
    }
  }

  // What ends.

  /** A peer cannot be reached any more: nothing of what is under way will arrive. */
  void abandon(Link link) {
    for (Incoming in : link.incoming.values()) {
      List.copyOf(in.posted).forEach(worker::cancelRequest);
    }
    link.incoming.clear();
    link.outgoing.values().removeIf(out -> !out.isGiven());
    link.announced.clear();
    link.early.clear();
    link.unrouted.clear();
    for (Outgoing out : new ArrayList<>(link.outgoing.values())) {
      finishIfSent(out);
    }
    for (int slot = 0; slot < StagingMemory.SLOTS; slot++) {
      if (staging.isHeld(slot, link.node.rank())) {
        release(slot);
      }
    }
  }

  /** Whether a peer is still to read what the program was told is sent. */
  boolean isUnderWay() {
    return staging.isInUse();
  }
}
