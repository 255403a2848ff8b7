package dev.slipstream.runtime.cluster;

import dev.slipstream.model.wire.WireReader;
import dev.slipstream.runtime.communication.Communicator;
import dev.slipstream.runtime.communication.Pilot;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.device.SharingCost;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.ExecutionListener;
import dev.slipstream.runtime.execution.RuntimeThreads;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.HostTask;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.network.Network;
import dev.slipstream.runtime.observation.NodeStatistics;
import dev.slipstream.runtime.scheduling.KernelTimes;
import dev.slipstream.runtime.scheduling.Step;
import dev.slipstream.runtime.scheduling.TaskPipeline;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a run in which every node runs the program: each has the stream of tasks on its own,
 * and receives none. The first node compares what has to be the same everywhere, and announces when
 * all have executed a horizon. Used by submitting threads, the executor's, the network's and its
 * own.
 */
final class PeerGroup implements RankGroup, PeerMail.Listener {
  /** How long a node waits for all others to leave together. */
  static final Duration FAREWELL = Duration.ofSeconds(5);

  private static final Duration KNOWN = Duration.ofSeconds(1);

  private final PeerRules rules;
  private final Log log;
  private final PeerMail mail;
  private final PeerCounts counts;
  private final PeerWatch watch;
  private final TaskRing ring = new TaskRing();
  private final HostContents contents = new HostContents();
  private final CommonDecisions decisions;
  private final HostTasksAtWork atWork = new HostTasksAtWork(System::nanoTime);
  private final PeerAgreement agreement;
  private final PeerChannels channels;
  private final CountDownLatch allDone = new CountDownLatch(1);
  private final CountDownLatch allKnow;
  private final CountDownLatch gone;
  private final SubmittingThread submitting = new SubmittingThread(this::fail);
  private final long heapBytes;

  /**
   * The marks that others have executed before there was a stream here; guarded by this, like the
   * next field.
   */
  private final long[] early;

  private @Nullable CommonMarks marks;
  private volatile boolean over;

  /**
   * Connects to the other nodes. Returns when all have joined.
   *
   * @param communicator communicates with them; closed at the end
   * @param rules what has to be the same everywhere
   */
  PeerGroup(Communicator communicator, PeerRules rules, Log log) {
    this.rules = rules;
    this.log = log;
    this.gone = new CountDownLatch(communicator.nodes() - 1);
    this.watch = new PeerWatch(communicator.nodes(), ring, rules.patience());
    this.mail = new PeerMail(communicator, this);
    this.allKnow = new CountDownLatch(mail.isFirst() ? communicator.nodes() - 1 : 1);
    this.counts = new PeerCounts(mail);
    this.channels = new PeerChannels(mail, rules.patience(), log::warn);
    this.decisions = new CommonDecisions(rules.window());
    this.agreement =
        new PeerAgreement(
            communicator.nodes(), mail, rules.patience(), atWork::wereAny, this::fail);
    this.early = new long[mail.isFirst() ? communicator.nodes() : 2];
    Arrays.fill(early, -1);
    mail.open();
    RuntimeThreads.named("slipstream-peers", this::watch).start();
    heapBytes = agreement.heapBytes(Runtime.getRuntime().maxMemory(), rules.options());
  }

  @Override
  public NodeId self() {
    return mail.network().local();
  }

  @Override
  public boolean isReplicated() {
    return true;
  }

  @Override
  public int nodes() {
    return mail.network().nodes();
  }

  @Override
  public Network network() {
    return mail.network();
  }

  /** The messages between host tasks of the ranks. */
  PeerChannels channels() {
    return channels;
  }

  @Override
  public SharingCost sharingCost() {
    return rules.cost();
  }

  /**
   * Parts are equal, since measured weights would have to be applied at the same place on every
   * node.
   */
  @Override
  public Optional<PartWeights> weights() {
    return Optional.empty();
  }

  @Override
  public Optional<KernelTimes.Listener> times() {
    return Optional.empty();
  }

  @Override
  public long heapBytes() {
    return heapBytes;
  }

  @Override
  public long deviceBytes(Device device, long bytes) {
    counts.device(device.description() + " (" + device.id() + ")");
    return agreement.deviceBytes(device, bytes);
  }

  @Override
  public void submits() {
    submitting.submits();
  }

  @Override
  public Optional<Boolean> isShared(LoopSize size) {
    return decisions.isShared(size);
  }

  @Override
  public void decide(LoopSize size, boolean shared) {
    decisions.decide(size, shared);
  }

  @Override
  public void taskBegins() {
    atWork.begins();
  }

  @Override
  public void taskEnds() {
    atWork.ends();
  }

  @Override
  public void cannotGoOn(String reason) {
    fail("rank " + self().rank() + " cannot continue: " + reason);
  }

  @Override
  public Set<BufferId> knownToAll(Set<BufferId> mine) {
    sendDigests();
    return agreement.knownToAll(mine);
  }

  @Override
  public void created(Buffer buffer, Object array) {
    contents.created(buffer);
  }

  @Override
  public void submitted(Task task, TaskPipeline own) {
    if (task instanceof LoopTask loop) {
      ring.add(task, TaskView.scalars(own.work(task.id())), contents.readBy(loop, own.heap()));
      if (!loop.isReplicated() && loop.chunks().size() > self().rank()) {
        counts.part();
      }
      return;
    }
    if (task instanceof HostTask host && host.isDivided()) {
      ring.add(task, List.of(), contents.readBy(host, own.heap()));
      return;
    } else if (task instanceof HostTask write) {
      contents.writes(write);
    } else if (task instanceof FenceTask fence) {
      fence.copy().ifPresent(copy -> contents.forgotten(copy.id()));
    }
    ring.add(task, List.of(), List.of());
    if (task instanceof MarkTask) {
      decisions.submitted();
      sendDigests();
    }
  }

  @Override
  public void forgotten(BufferId buffer) {
    contents.forgotten(buffer);
  }

  /**
   * The calling thread is about to wait: the first node has to notice if others do not reach this
   * place.
   */
  @Override
  public void flushed() {
    sendDigests();
  }

  private synchronized void sendDigests() {
    TaskRing.Unsent unsent = ring.takeUnsent();
    if (!unsent.digests().isEmpty()) {
      mail.tellFirst(Notice.DIGESTS, out -> out.list(unsent.digests(), out::number));
    }
  }

  @Override
  public void announce(Pilot pilot) {
    mail.network().announce(pilot);
  }

  @Override
  public ExecutionListener<Step> together(ExecutionListener<Step> local) {
    boolean isFirst = mail.isFirst();
    CommonMarks common =
        new CommonMarks(
            isFirst ? new ToldMarks(local, watch, ring, mail, decisions) : local,
            early.length,
            task -> {
              if (!isFirst) {
                mail.tellFirst(Notice.REACHED, out -> out.number(task));
              }
            },
            this::executionFailed);
    synchronized (this) {
      marks = common;
      for (int rank = 1; rank < early.length; rank++) {
        common.reached(rank, early[rank]);
      }
    }
    return common;
  }

  private void executionFailed(ExecutionFailedException failure) {
    cannotGoOn(FailureReason.of(failure.reason()));
  }

  @Override
  public void abortsWith(Consumer<Throwable> abort) {
    // The process ends instead.
  }

  @Override
  public void received(Notice notice, NodeId from, WireReader in) {
    switch (notice) {
      case DIGESTS ->
          watch.submitted(
              from, in.list("digests", 0, Integer.MAX_VALUE, () -> in.number("a digest")));
      case REACHED -> reached(from.rank(), in.number("a task", 0, Long.MAX_VALUE));
      case COMMON -> {
        long task = in.number("a task", 0, Long.MAX_VALUE);
        ring.agreedBefore(task);
        decisions.read(in);
        reached(1, task);
      }
      case AT_WORK -> {
        atWork.noteProgress();
        watch.isOneAtWork();
      }
      case GIVE -> agreement.given(from, in);
      case GIVEN -> agreement.complete(in);
      case DESCRIBE -> describe(in.number("a place", 0, Long.MAX_VALUE));
      case DESCRIBED -> {
        if (in.flag("whether there is a task")) {
          watch.described(TaskView.read(in));
        }
      }
      case COUNT -> counts.say();
      case COUNTED -> counts.received(from, in);
      case SAID -> channels.said(from, in);
      case TAKEN -> channels.taken(from, in);
      case SILENT -> channels.silent(from, in);
      case DONE -> {
        watch.ended(from, in.number("tasks", 0, Long.MAX_VALUE));
        if (watch.allHaveEnded()) {
          // This comes before others are told and leave, which must not look as if they had left
          // too early.
          allDone.countDown();
          mail.tellOthers(Notice.ALL_DONE, out -> {});
        }
      }
      case ALL_DONE -> allDone.countDown();
      case KNOWN -> {
        allKnow.countDown();
        if (mail.isFirst() && allKnow.getCount() == 0) {
          mail.tellOthers(Notice.KNOWN, out -> {});
        }
      }
      case FAILED -> {
        String reason = in.text("a reason");
        end(reason, in.integer("a code", 0, 255), /* tells= */ false);
      }
    }
  }

  private synchronized void reached(int rank, long task) {
    CommonMarks common = marks;
    if (common == null) {
      // The other rank already has a stream.
      early[rank] = Math.max(early[rank], task);
    } else {
      common.reached(rank, task);
    }
  }

  private void describe(long place) {
    Optional<TaskView> view = ring.view(place);
    mail.tellFirst(
        Notice.DESCRIBED,
        out -> {
          out.flag(view.isPresent());
          view.ifPresent(task -> task.write(out));
        });
  }

  @Override
  public List<NodeStatistics> statistics() {
    return over ? List.of() : counts.ofAll();
  }

  private static void await(CountDownLatch latch, Duration most) {
    try {
      latch.await(most.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void gone(NodeId node, String how) {
    gone.countDown();
    if (allDone.getCount() > 0) {
      fail(how + watch.afterLastLoop());
    }
  }

  @Override
  public void failed(Throwable cause) {
    cannotGoOn(FailureReason.of(cause));
  }

  /** Checks from time to time whether all ranks do the same. */
  private void watch() {
    try {
      while (!over) {
        Thread.sleep(PeerWatch.LOOK_MILLIS);
        sendDigests();
        if (atWork.isToSay()) {
          mail.tellOthers(Notice.AT_WORK, out -> {});
          watch.isOneAtWork();
        }
        watch
            .unasked()
            .ifPresent(
                other ->
                    mail.tell(
                        other.described(), Notice.DESCRIBE, out -> out.number(other.place())));
        watch.verdict().ifPresent(this::fail);
      }
    } catch (InterruptedException ends) {
      // Only the end of the JVM interrupts this thread.
    }
  }

  private void fail(String reason) {
    end(reason, PeerRules.FAILED, /* tells= */ true);
  }

  /** Ends this process, and, if the others are told, all of them. */
  private void end(String reason, int code, boolean tells) {
    synchronized (this) {
      if (over) {
        return;
      }
      over = true;
    }
    if (code == PeerRules.FAILED) {
      log.fatal(reason);
    }
    channels.end(reason);
    if (tells) {
      tellEnd(reason, code);
    }
    // This may run on the network's thread, which must not wait.
    RuntimeThreads.named(
            "slipstream-loss",
            () -> {
              mail.network().close();
              if (code == PeerRules.TERMINATED) {
                // The process that the signal ended has to exit first: its exit code is that of the
                // run.
                await(new CountDownLatch(1), KNOWN);
              }
              rules.halt().accept(code);
            })
        .start();
  }

  private void tellEnd(String reason, int code) {
    mail.tellOthers(
        Notice.FAILED,
        out -> {
          // Only the first line is sent, since one stack trace is enough.
          out.text(reason.lines().findFirst().orElse(""));
          out.number(code);
        });
  }

  /**
   * Waits, when the program has ended here, until it has ended on all ranks: others may need what
   * is here.
   */
  void close() {
    sendDigests();
    if (!rules.endsBySignal().getAsBoolean()) {
      channels.leave();
    }
    mail.tellFirst(Notice.DONE, out -> out.number(ring.count()));
    try {
      while (!allDone.await(PeerWatch.LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        if (rules.endsBySignal().getAsBoolean()) {
          // The others end when they know, and must not look as if they had left too early.
          over = true;
          tellEnd("rank " + self().rank() + " ends by a signal", PeerRules.TERMINATED);
          break;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    over = true;
    channels.end("the program has ended");
    if (allDone.getCount() == 0) {
      leaveTogether();
    }
    mail.network().close();
  }

  /**
   * Waits until all ranks know that all have ended: a rank that leaves earlier would count as lost
   * on the others.
   */
  private void leaveTogether() {
    if (!mail.isFirst()) {
      mail.tellFirst(Notice.KNOWN, out -> {});
    }
    await(allKnow, FAREWELL);
    if (mail.isFirst()) {
      await(gone, FAREWELL);
    }
  }
}
