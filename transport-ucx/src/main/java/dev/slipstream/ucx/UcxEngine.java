package dev.slipstream.ucx;

import dev.slipstream.runtime.communication.PeerLoss;
import dev.slipstream.runtime.communication.TransportException;
import dev.slipstream.runtime.membership.Member;
import dev.slipstream.runtime.membership.Membership;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpAmData;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpRequest;
import org.openucx.jucx.ucp.UcpWorker;
import org.openucx.jucx.ucp.UcpWorkerParams;

/**
 * The thread that owns a UCX worker, and all that is under way on it. Other threads hand it work in
 * a queue and get events in another. It spins for a moment after there was something to do, and
 * then sleeps until UCX or another thread wakes it.
 */
final class UcxEngine implements Runnable {
  private static final long SPIN_NANOS = 50_000;
  private static final long PENDING_NANOS = 20_000;
  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final int MOST_BEFORE_CONNECTED = 1 << 14;
  private static final int PROBES = 3;
  private static final int PROBE_BYTES = 8;

  private final long timeoutNanos;
  private final Queue<Runnable> work = new ConcurrentLinkedQueue<>();
  private final Queue<Event> events = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<PortAddress> address = new CompletableFuture<>();
  private final Object signalLock = new Object();
  private final Thread owner = new Thread(this, "slipstream-ucx");
  private final Thread clock = new Thread(this::tick, "slipstream-ucx-clock");
  private final UcxCallback probed = new Probed();
  private final ByteBuffer probeTarget = ByteBuffer.allocateDirect(PROBE_BYTES);

  private volatile boolean asleep;
  private volatile boolean closing;
  private volatile String failure = "";
  private volatile Runnable wake = () -> {};

  /** Guarded by {@link #signalLock} for threads other than the owner. */
  private @Nullable UcpWorker signalled;

  // The owner's.
  private List<@Nullable Link> links = List.of();
  private @Nullable Regions regions;
  private @Nullable ControlSends sends;
  private @Nullable ControlCodec codec;

  /** Messages of peers that have connected before this node has. */
  private final List<ByteBuffer> beforeConnected = new ArrayList<>();

  private boolean told;
  private long nextTick;

  private UcxEngine(Duration peerTimeout) {
    this.timeoutNanos = peerTimeout.toNanos();
    owner.setDaemon(true);
    clock.setDaemon(true);
  }

  /** Opens a worker, and starts its thread. */
  static UcxEngine start(Duration peerTimeout) throws TransportException {
    // In the calling thread, whose class loader and error are the right ones.
    UcpContext context = UcxLibrary.open();
    UcxEngine engine = new UcxEngine(peerTimeout);
    engine.work.add(() -> engine.own(context));
    engine.owner.start();
    return engine;
  }

  // For other threads.

  /** How this node is reached. */
  CompletableFuture<PortAddress> address() {
    return address;
  }

  /** Has the owner do something. */
  void submit(Runnable task) {
    work.add(task);
    signal();
  }

  /** The next event, or null if there is none. */
  @Nullable Event poll() {
    return events.poll();
  }

  /** Why the engine has ended before it was closed, or an empty text. */
  String failure() {
    return failure;
  }

  void onEvent(Runnable whenever) {
    wake = whenever;
  }

  /** Ends the thread; waits for that, though not for ever. */
  void close() {
    closing = true;
    signal();
    try {
      owner.join(TimeUnit.NANOSECONDS.toMillis(5 * LINGER_NANOS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void signal() {
    if (asleep) {
      synchronized (signalLock) {
        if (signalled != null) {
          signalled.signal();
        }
      }
    }
  }

  /** Wakes the owner when it is time to look whether the peers are there. */
  private void tick() {
    long interval = new Heartbeat(timeoutNanos, 0).interval();
    try {
      while (!closing) {
        TimeUnit.NANOSECONDS.sleep(interval);
        signal();
      }
    } catch (InterruptedException ended) {
      // The owner has ended.
    }
  }

  // The owner.

  @Override
  public void run() {
    try {
      // The first piece of work owns everything until the end.
      work.remove().run();
    } catch (Throwable e) {
      failure = "the transport has failed: " + e;
      address.completeExceptionally(e);
    } finally {
      synchronized (signalLock) {
        signalled = null;
      }
      clock.interrupt();
      wake.run();
    }
  }

  private void own(UcpContext context) {
    UcpWorker worker = context.newWorker(new UcpWorkerParams());
    // Before anybody knows the address: a message without a handler ends the JVM.
    worker.setAmRecvHandler(
        ControlSends.HANDLER, (header, headerBytes, data, reply) -> received(data), 0);
    StagingMemory staging = new StagingMemory(context);
    regions = new Regions(worker, staging, this);
    synchronized (signalLock) {
      signalled = worker;
    }
    ByteBuffer own = worker.getAddress();
    byte[] bytes = new byte[own.remaining()];
    own.duplicate().get(bytes);
    address.complete(
        new PortAddress(bytes, staging.address(), staging.key(), UcxLibrary.hasRdma()));
    clock.start();
    Heartbeat heartbeat = new Heartbeat(timeoutNanos, System.nanoTime());
    long busy = System.nanoTime();
    while (!closing) {
      boolean any = runWork();
      any |= progress(worker);
      long now = System.nanoTime();
      if (now - nextTick >= 0) {
        nextTick = now + heartbeat.interval() / 2;
        look(heartbeat, now);
      }
      dropFailed();
      if (told) {
        told = false;
        wake.run();
      }
      if (any) {
        busy = now;
      } else if (now - busy < SPIN_NANOS) {
        Thread.onSpinWait();
      } else if (sends != null && sends.isPending()) {
        // Nothing wakes a worker when a peer has made room for what it could not send.
        LockSupport.parkNanos(PENDING_NANOS);
      } else {
        sleep(worker);
      }
    }
    end(worker, staging, context);
  }

  private boolean runWork() {
    boolean any = false;
    for (Runnable task = work.poll(); task != null; task = work.poll()) {
      any = true;
      task.run();
    }
    return any;
  }

  private static boolean progress(UcpWorker worker) {
    try {
      return worker.progress() != 0;
    } catch (Exception e) {
      throw new IllegalStateException("UCX has failed: " + e.getMessage(), e);
    }
  }

  private void sleep(UcpWorker worker) {
    asleep = true;
    if (work.isEmpty() && !closing && !progress(worker)) {
      worker.waitForEvents();
    }
    asleep = false;
  }

  /** Begins to reach the other members. */
  void connect(UcpWorker worker, Membership members) {
    codec = new ControlCodec(members.rank(), members.size(), members.token());
    sends = new ControlSends(codec);
    List<@Nullable Link> all = new ArrayList<>();
    long now = System.nanoTime();
    for (Member member : members.members()) {
      all.add(
          member.rank() == members.rank()
              ? null
              : new Link(worker, member, PortAddress.of(member.address()), now));
    }
    links = all;
    for (Link link : all) {
      if (link != null) {
        send(link, new ControlMessage.Hello());
      }
    }
    beforeConnected.forEach(this::received);
    beforeConnected.clear();
  }

  /** What connects, in the owner. */
  CompletableFuture<List<@Nullable Link>> connect(Membership members) {
    CompletableFuture<List<@Nullable Link>> connected = new CompletableFuture<>();
    submit(
        () -> {
          try {
            UcpWorker worker;
            synchronized (signalLock) {
              worker = signalled;
            }
            if (worker != null) {
              connect(worker, members);
              connected.complete(links);
            }
          } catch (UcxException | IllegalArgumentException e) {
            connected.completeExceptionally(e);
          }
        });
    return connected;
  }

  Regions regions() {
    Regions known = regions;
    if (known == null) {
      throw new IllegalStateException("the worker is not open yet");
    }
    return known;
  }

  /** Sends a control message, unless the peer is gone. */
  void send(Link link, ControlMessage message) {
    ControlSends known = sends;
    if (link.state == Link.State.OPEN && known != null) {
      String problem = known.send(link.endpoint, message);
      link.sent = System.nanoTime();
      if (!problem.isEmpty()) {
        link.fail("the connection failed: " + problem);
      }
    }
  }

  /** Has the program told something. */
  void tell(Event event) {
    events.add(event);
    told = true;
  }

  /** A control message has come; nothing is thrown into UCX. */
  private int received(UcpAmData data) {
    if (data.isDataValid() && data.getLength() <= ControlCodec.MOST_BYTES) {
      ByteBuffer in = UcxUtils.getByteBufferView(data.getDataAddress(), data.getLength());
      if (codec != null) {
        received(in);
      } else if (beforeConnected.size() < MOST_BEFORE_CONNECTED) {
        beforeConnected.add(ByteBuffer.allocate(in.remaining()).put(in).flip());
      }
    }
    return org.openucx.jucx.ucs.UcsConstants.STATUS.UCS_OK;
  }

  private void received(ByteBuffer in) {
    ControlCodec known = codec;
    int from = known == null ? -1 : known.sender(in);
    Link link = from < 0 ? null : links.get(from);
    if (known != null && link != null && link.state == Link.State.OPEN) {
      link.heard = System.nanoTime();
      try {
        received(link, known.read(from, in));
      } catch (RuntimeException malformed) {
        link.fail("it has sent what cannot be understood: " + malformed.getMessage());
      }
    }
  }

  private void received(Link link, ControlMessage message) {
    if (link.route == Route.UNKNOWN && link.probe == null) {
      probe(link);
    }
    Regions known = regions();
    if (message instanceof ControlMessage.Announced announced) {
      known.announced(link, announced.pilot());
    } else if (message instanceof ControlMessage.Elements elements) {
      known.elements(link, elements);
    } else if (message instanceof ControlMessage.Request request) {
      known.requested(link, request);
    } else if (message instanceof ControlMessage.Offer offer) {
      known.offered(link, offer);
    } else if (message instanceof ControlMessage.Taken taken) {
      known.taken(link, taken);
    } else if (message instanceof ControlMessage.Told part) {
      for (ByteBuffer complete : link.told.add(part)) {
        tell(arrivals -> arrivals.told(link.node, complete));
      }
    } else if (message instanceof ControlMessage.Farewell farewell) {
      if (farewell.cause().isEmpty()) {
        link.state = Link.State.LEFT;
        known.abandon(link);
        tell(arrivals -> arrivals.left(link.node));
      } else {
        link.fail("it has given up: " + farewell.cause());
      }
    }
  }

  /** Finds out how a peer's memory is read: what is mapped here is read before the call returns. */
  private void probe(Link link) {
    try {
      link.probes++;
      link.probe =
          link.endpoint.getNonBlocking(
              link.staging, link.key(), UcxUtils.getAddress(probeTarget), PROBE_BYTES, probed);
    } catch (UcxException e) {
      link.fail("its memory cannot be read: " + e.getMessage());
    }
  }

  /** UCX's own default throws. */
  private static final class Probed extends UcxCallback {
    @Override
    public void onError(int status, String text) {
      // The endpoint's handler says it.
    }
  }

  private void route(Link link) {
    UcpRequest probe = link.probe;
    if (link.route != Route.UNKNOWN || probe == null || !probe.isCompleted()) {
      return;
    }
    // Only after the first one it is certain that the connection is complete.
    probe(link);
    UcpRequest again = link.probe;
    if (again != null && again.isCompleted()) {
      link.route = Route.SHARED_MEMORY;
    } else if (link.probes >= PROBES) {
      link.route = link.rdma && UcxLibrary.hasRdma() ? Route.RDMA : Route.MESSAGES;
    }
    if (link.route != Route.UNKNOWN) {
      regions().routed(link);
    }
  }

  private void look(Heartbeat heartbeat, long now) {
    long slept = heartbeat.slept(now);
    for (Link link : links) {
      if (link != null && link.state == Link.State.OPEN) {
        link.heard += slept;
        if (heartbeat.isLost(link.heard, now)) {
          link.fail(
              String.format(
                  Locale.ROOT, "nothing was heard of it for %.1f s", (now - link.heard) / 1e9));
        } else if (now - link.sent >= heartbeat.interval() / 2) {
          send(link, new ControlMessage.Beat());
        }
      }
    }
  }

  private void dropFailed() {
    for (Link link : links) {
      if (link != null && link.state == Link.State.OPEN) {
        if (link.failure().isEmpty()) {
          route(link);
        } else {
          lose(link);
        }
      }
    }
  }

  private void lose(Link link) {
    send(link, new ControlMessage.Farewell(link.failure()));
    link.state = Link.State.LOST;
    regions().abandon(link);
    link.closeEndpoint(false);
    PeerLoss loss = new PeerLoss(link.node, link.host, link.failure());
    tell(arrivals -> arrivals.lost(loss));
  }

  // The end. In another order UCX aborts the JVM.

  private void end(UcpWorker worker, StagingMemory staging, UcpContext context) {
    runWork();
    await(worker, () -> !regions().isUnderWay() || noLinkIsOpen());
    for (Link link : links) {
      if (link != null) {
        send(link, new ControlMessage.Farewell(""));
      }
    }
    await(worker, () -> sends == null || !sends.isPending());
    List<UcpRequest> closings = new ArrayList<>();
    for (Link link : links) {
      if (link != null) {
        boolean open = link.state == Link.State.OPEN;
        link.state = Link.State.LEFT;
        regions().abandon(link);
        link.closeKey();
        UcpRequest closing = link.closeEndpoint(open && link.failure().isEmpty());
        if (closing != null) {
          closings.add(closing);
        }
      }
    }
    boolean closed = await(worker, () -> closings.stream().allMatch(UcpRequest::isCompleted));
    synchronized (signalLock) {
      signalled = null;
    }
    // What does not end is left as it is: the process will end soon.
    if (closed) {
      worker.close();
      staging.close();
      context.close();
    }
  }

  private boolean noLinkIsOpen() {
    for (Link link : links) {
      if (link != null && link.state == Link.State.OPEN && link.failure().isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Goes on until something holds, or for a second. */
  private boolean await(UcpWorker worker, BooleanSupplier condition) {
    long until = System.nanoTime() + LINGER_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - until > 0) {
        return false;
      }
      if (!progress(worker)) {
        Thread.onSpinWait();
      }
      dropFailed();
    }
    return true;
  }
}
