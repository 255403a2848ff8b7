package dev.slipstream.runtime.cluster;

import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.wire.WireForm;
import dev.slipstream.model.wire.WireFormException;
import dev.slipstream.model.wire.WireReader;
import dev.slipstream.model.wire.WireWriter;
import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.PeerLoss;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.SharingCost;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.ExecutionListener;
import dev.slipstream.runtime.execution.RuntimeThreads;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.WorkTask;
import dev.slipstream.runtime.lanes.KernelWork;
import dev.slipstream.runtime.network.Network;
import dev.slipstream.runtime.observation.NodeStatistics;
import dev.slipstream.runtime.scheduling.DeviceWork;
import dev.slipstream.runtime.scheduling.HeapArrays;
import dev.slipstream.runtime.scheduling.KernelTimes;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.runtime.scheduling.TaskPipeline;
import dev.slipstream.runtime.scheduling.Work;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that follow the one that runs the program. Each receives the whole stream of tasks and
 * derives from it what it has to run, send and receive; each kernel is sent once. Used by the
 * submitting thread and the network's.
 */
public final class Followers implements RankGroup, Network.Listener {
  private static final Duration FAREWELL = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(2);
  private static final Duration KNOWN = Duration.ofSeconds(1);

  /** How long this node's own jobs are waited for, because they may write to arrays. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  /**
   * Other nodes have failed.
   *
   * @param survivors how many other nodes remain and wait for another group
   * @param end waits until this node does nothing more for the group, and returns how that ended;
   *     empty if it has done nothing
   */
  record Loss(Throwable cause, int survivors, Supplier<Optional<ExecutionFailedException>> end) {}

  private final SharingCost cost;
  private final Optional<PartWeights> weights;
  private final PartTimes times = new PartTimes();
  private final boolean regroups;
  private final Consumer<Loss> atLoss;
  private final Log log;
  private final Network network;
  private final int nodes;
  private final IdentityHashMap<RangeKernel, Integer> kernels = new IdentityHashMap<>();

  /** Buffers that the followers do not know, with their arrays. */
  private final Map<BufferId, WeakReference<Object>> untold = new HashMap<>();

  private final Map<Integer, NodeStatistics> counts = new ConcurrentHashMap<>();
  private final CountDownLatch gone;

  /** Completes when the stream accepts no more tasks since a node has failed. */
  private final CompletableFuture<ExecutionFailedException> streamKnows = new CompletableFuture<>();

  /** Ranks that are lost. */
  private final Set<Integer> lost = ConcurrentHashMap.newKeySet();

  private volatile CountDownLatch counted = new CountDownLatch(0);
  private volatile Consumer<Throwable> abort = cause -> {};
  private volatile @Nullable CommonMarks marks;
  private volatile @Nullable Throwable failure;
  private volatile boolean ending;

  /** The last loop that ran in part on other nodes. */
  private volatile String lastLoop = "";

  /** How many loops ran in part on other nodes. */
  private final AtomicLong dividedLoops = new AtomicLong();

  /** The orders to send next; guarded by this object, like the next field. */
  private WireWriter outbox = new WireWriter();

  private boolean hasMail;

  /**
   * Starts the communication with the followers.
   *
   * @param communicator communicates with them; closed at the end
   * @param cost the limits from which on it pays to share a loop
   * @param regroups whether the nodes that remain after a loss have to wait for another group
   * @param atLoss is called when another node has failed and all nodes were notified, on its own
   *     thread
   */
  Followers(
      Communicator communicator,
      SharingCost cost,
      boolean regroups,
      Consumer<Loss> atLoss,
      Log log) {
    this.cost = cost;
    this.regroups = regroups;
    this.atLoss = atLoss;
    this.log = log;
    this.nodes = communicator.nodes();
    // If everything is shared that can be, nothing must depend on time.
    this.weights = cost.isNothing() ? Optional.empty() : Optional.of(new PartWeights(nodes));
    this.gone = new CountDownLatch(nodes - 1);
    this.network = new Network(communicator, this);
  }

  @Override
  public int nodes() {
    return nodes;
  }

  @Override
  public Network network() {
    return network;
  }

  @Override
  public SharingCost sharingCost() {
    return cost;
  }

  @Override
  public Optional<PartWeights> weights() {
    return weights;
  }

  @Override
  public Optional<KernelTimes.Listener> times() {
    return weights.isPresent() ? Optional.of(times) : Optional.empty();
  }

  @Override
  public void created(Buffer buffer, Object array) {
    untold.put(buffer.id(), new WeakReference<>(array));
  }

  @Override
  public void submitted(Task task, TaskPipeline own) {
    if (task instanceof MarkTask && weights.isPresent()) {
      weights.get().submitted(task.id().number());
    }
    if (task instanceof WorkTask some) {
      for (BufferAccess access : some.uses().accesses()) {
        tell(access.buffer());
      }
    }
    Optional<KernelWork> divided =
        task instanceof LoopTask loop && !loop.chunks().isEmpty()
            ? own.work(task.id()).map(Followers::kernelWork)
            : Optional.empty();
    int kernel = divided.isPresent() ? kernel(divided.get().source()) : -1;
    tell(
        Order.TASK,
        out -> {
          TaskForm.write(out, task);
          if (task instanceof LoopTask loop) {
            out.number(kernel);
            divided.ifPresent(known -> launch(out, loop, known, own.heap()));
          }
        });
    if (divided.isPresent()) {
      lastLoop = ((LoopTask) task).name();
      dividedLoops.incrementAndGet();
    }
  }

  private static KernelWork kernelWork(Work work) {
    return (KernelWork) (work instanceof DeviceWork all ? all.byPlace().get(0) : work);
  }

  private void tell(Buffer buffer) {
    WeakReference<Object> array = untold.remove(buffer.id());
    if (array != null) {
      // Other nodes never access elements of different sizes.
      Optional<Object> shared =
          buffer.size().equal() ? Optional.ofNullable(array.get()) : Optional.empty();
      tell(
          Order.BUFFER,
          out -> {
            TaskForm.write(out, buffer);
            out.flag(shared.isPresent());
            if (shared.isPresent()) {
              WireWriter shape = new WireWriter();
              ArrayForm.write(shape, shared.get());
              out.block(shape.written());
            }
          });
    }
  }

  private int kernel(RangeKernel kernel) {
    Integer known = kernels.get(kernel);
    if (known == null) {
      known = kernels.size();
      kernels.put(kernel, known);
      tell(Order.KERNEL, out -> out.block(WireForm.of(kernel)));
    }
    return known;
  }

  /**
   * Writes a launch. Arrays of buffers are written as their buffers' numbers, others as negative
   * numbers and their lengths.
   */
  private static void launch(WireWriter out, LoopTask loop, KernelWork work, HeapArrays arrays) {
    IdentityHashMap<Object, Long> numbers = new IdentityHashMap<>();
    for (BufferAccess access : loop.uses().accesses()) {
      BufferId id = access.buffer().id();
      arrays.array(id).ifPresent(array -> numbers.put(array, id.number()));
    }
    List<Object> others = new ArrayList<>();
    Launch launch = work.launch();
    for (Object argument : launch.arguments()) {
      if (argument != null && argument.getClass().isArray() && !numbers.containsKey(argument)) {
        others.add(argument);
        numbers.put(argument, (long) -others.size());
      }
    }
    out.list(others, array -> ArrayForm.write(out, array));
    out.numbers(work.loops());
    out.block(WireForm.of(launch, array -> numbers.get(array)));
  }

  @Override
  public void forgotten(BufferId buffer) {
    if (untold.remove(buffer) == null) {
      tell(Order.FORGET, out -> out.number(buffer.number()));
    }
  }

  @Override
  public void flushed() {
    tell(Order.FLUSH, out -> {});
  }

  /**
   * Queues an order for all followers. Consecutive orders are sent in one message while the network
   * is busy.
   */
  private synchronized void tell(Order order, Consumer<WireWriter> content) {
    order.write(outbox);
    content.accept(outbox);
    if (!hasMail) {
      hasMail = true;
      network.tellOthers(this::takeMail);
    }
  }

  private synchronized ByteBuffer takeMail() {
    ByteBuffer mail = ByteBuffer.wrap(outbox.written());
    outbox = new WireWriter();
    hasMail = false;
    return mail;
  }

  @Override
  public void announce(Pilot pilot) {
    network.announce(pilot);
  }

  @Override
  public ExecutionListener<Step> together(ExecutionListener<Step> local) {
    CommonMarks common = new CommonMarks(local, nodes, this::reached, streamKnows::complete);
    marks = common;
    return common;
  }

  /** Notes that this node has executed a mark; on the executor's thread. */
  private void reached(long task) {
    weights.ifPresent(all -> all.reached(0, task, times.computed()));
  }

  @Override
  public void abortsWith(Consumer<Throwable> action) {
    abort = action;
    Throwable known = failure;
    if (known != null) {
      action.accept(known);
    }
  }

  @Override
  public void told(NodeId from, ByteBuffer bytes) {
    byte[] content = new byte[bytes.remaining()];
    bytes.get(content);
    try {
      WireReader in = new WireReader(content, "what " + from + " tells");
      while (in.hasMore()) {
        obey(from, in);
      }
    } catch (WireFormException wrong) {
      fail(wrong);
    }
  }

  private void obey(NodeId from, WireReader in) {
    switch (Order.read(in)) {
      case REACHED -> {
        CommonMarks common = marks;
        long task = in.number("a task", 0, Long.MAX_VALUE);
        long computed = in.number("a time", 0, Long.MAX_VALUE);
        weights.ifPresent(all -> all.reached(from.rank(), task, computed));
        if (common != null) {
          common.reached(from.rank(), task);
        }
      }
      case COUNTED -> {
        counts.put(
            from.rank(),
            new NodeStatistics(
                from.rank(),
                in.text("a device"),
                network.route(from),
                in.number("kernels", 0, Long.MAX_VALUE),
                in.number("messages", 0, Long.MAX_VALUE),
                in.number("bytes", 0, Long.MAX_VALUE)));
        counted.countDown();
      }
      case FELL_BACK -> {
        String loop = in.text("a loop");
        String reason = in.text("a reason");
        log.info(() -> loop + " runs on the host of " + from + ": " + reason);
      }
      case FAILED -> {
        lost.add(from.rank());
        fail(new NodeFailedException(from, in.text("a reason"), lastLoop));
      }
      default -> throw in.wrong("only the first node says that");
    }
  }

  @Override
  public void left(NodeId node) {
    gone.countDown();
    lost.add(node.rank());
    if (!ending) {
      fail(new NodeFailedException(node, "it has ended before the program", lastLoop));
    }
  }

  @Override
  public void lost(PeerLoss loss) {
    gone.countDown();
    lost.add(loss.node().rank());
    if (!ending) {
      fail(new NodeFailedException(loss, lastLoop));
    }
  }

  @Override
  public void failed(Throwable cause) {
    fail(cause);
  }

  private void fail(Throwable cause) {
    synchronized (this) {
      if (failure != null || ending) {
        return;
      }
      failure = cause;
    }
    // This may run on the network's thread, which must not wait.
    RuntimeThreads.named("slipstream-loss", () -> lose(cause)).start();
  }

  /** Ends the group after a failure. After this nothing more is submitted to the lost nodes. */
  private void lose(Throwable cause) {
    int survivors = regroups ? regroup() : dismiss();
    // This comes before memory is freed into which other nodes may write.
    network.close();
    abort.accept(cause);
    boolean isUsed = marks != null;
    if (isUsed) {
      awaitEnd(KNOWN);
    }
    atLoss.accept(new Loss(cause, survivors, () -> isUsed ? awaitEnd(LONGEST) : Optional.empty()));
  }

  private Optional<ExecutionFailedException> awaitEnd(Duration most) {
    try {
      return Optional.of(streamKnows.get(most.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException | ExecutionException | TimeoutException stillRuns) {
      return Optional.empty();
    }
  }

  private int dismiss() {
    end(/* failed= */ true);
    return 0;
  }

  /**
   * Notifies all nodes that are not lost that they are needed in another group, and returns their
   * number.
   */
  private int regroup() {
    int[] left = IntStream.range(1, nodes).filter(rank -> !lost.contains(rank)).toArray();
    for (int i = 0; i < left.length; i++) {
      WireWriter out = new WireWriter();
      Order.REGROUP.write(out);
      out.number(i + 1);
      out.number(left.length + 1);
      network.tell(new NodeId(left[i]), ByteBuffer.wrap(out.written()));
    }
    return left.length;
  }

  /** Sends the end of the run. */
  private void end(boolean failed) {
    tell(Order.END, out -> out.flag(failed));
  }

  @Override
  public List<NodeStatistics> statistics() {
    if (failure == null && !ending) {
      CountDownLatch answers = new CountDownLatch(nodes - 1);
      counted = answers;
      tell(Order.COUNT, out -> {});
      await(answers, ANSWER);
    }
    Map<Integer, NodeStatistics> all = new TreeMap<>(counts);
    all.put(
        0,
        new NodeStatistics(
            0, "", "", dividedLoops.get(), network.messagesSent(), network.bytesSent()));
    return List.copyOf(all.values());
  }

  private static void await(CountDownLatch latch, Duration most) {
    try {
      latch.await(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Whether one of them has failed; the listeners for losses are notified of that, possibly later.
   */
  boolean hasFailed() {
    return failure != null;
  }

  /** Ends the run on all nodes, and waits a few seconds for that, unless it has failed. */
  public void close() {
    synchronized (this) {
      if (ending || failure != null) {
        return;
      }
      ending = true;
    }
    end(/* failed= */ false);
    await(gone, FAREWELL);
    network.close();
  }
}
