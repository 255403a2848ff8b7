package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.cluster.RankGroup;
import dev.slipstream.runtime.cluster.Ranks;
import dev.slipstream.runtime.coherence.Coherence;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.coherence.LoopArray;
import dev.slipstream.runtime.configuration.DeferralSettings;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.node.DivisionChoices.Took;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Submits loops that run while the program goes on, and settles what host code or an immediate
 * launch needs. Thread-safe.
 */
public final class DeferredLoops implements Ranks.Listener {
  /** How long a device may make no progress while a signal ends the program. */
  private static final Duration PATIENCE_AFTER_SIGNAL = Duration.ofMillis(1500);

  /**
   * How long a device may make no progress while the program ends normally: its hooks may need
   * results of long kernels.
   */
  private static final Duration PATIENCE_AT_END = Duration.ofSeconds(30);

  private final HostArrays arrays;
  private final DeferralSettings settings;
  private final Supplier<NodeStreams> streams;
  private final Optional<Ranks> ranks;
  private final HomeLoops home;
  private final Log log;
  private final Object lock = new Object();

  /** The listeners of submitted loops, by the loop and the device that was to run it. */
  private final Map<String, Map<String, DeferralListener>> listeners = new ConcurrentHashMap<>();

  /** Created together with the node. */
  private volatile @Nullable LateRelease lateRelease;

  private volatile @Nullable Node node;
  private volatile boolean unusable;

  private volatile boolean ending;

  /** The devices that loops may use. */
  private List<Device> candidates = List.of();

  /** Whether devices have shared a loop. */
  private volatile boolean shared;

  /**
   * @param arrays receives what host code announces about arrays
   * @param streams creates the stream for loops; called when the first loop is submitted
   * @param ranks the nodes that share loops
   */
  public DeferredLoops(
      HostArrays arrays,
      DeferralSettings settings,
      Supplier<NodeStreams> streams,
      Optional<Ranks> ranks,
      Log log) {
    this.arrays = arrays;
    this.settings = settings;
    this.streams = streams;
    this.ranks = ranks;
    this.home = new HomeLoops(arrays.coherence()::isUsedByLoops);
    this.log = log;
  }

  /**
   * Submits a loop if a condition holds, unless it has to be launched immediately. Waits while too
   * much is pending.
   *
   * @param loop its name
   * @param kernel its kernel, prepared by the device
   * @param wanted free of exceptions if the condition holds
   * @param needed arrays among the launch's arguments whose elements are needed as soon as this
   *     returns
   * @param sharing for several devices
   * @param listener is notified of the course of the execution
   * @param condition is evaluated when nothing can change the loop's arrays any more before it
   *     runs; empty if nothing has to hold
   * @return whether it was submitted. If not, call {@link #settle} before its launch
   * @throws dev.slipstream.model.SlipstreamException if results are lost
   */
  public boolean submit(
      String loop,
      Device device,
      PreparedKernel kernel,
      Launch wanted,
      List<Object> needed,
      Sharing sharing,
      DeferralListener listener,
      Optional<SubmissionCondition> condition) {
    Launch launch = wanted.isChecked() ? wanted.unwatched() : wanted;
    if (!settings.enabled() || arrays.reasonToWait().isPresent()) {
      return false;
    }
    // This precedes the check of other threads: opening the node registers the threads that work
    // for devices.
    Optional<Node> there = node(device, sharing);
    if (there.isEmpty()) {
      return false;
    }
    Node here = there.get();
    here.ranks().ifPresentOrElse(RankGroup::submits, here.stream()::expect);
    Optional<Team> team = here.team(device);
    if (team.isEmpty() || (leavesElementsOut(launch) && arrays.othersMayWrite())) {
      return false;
    }
    Optional<Submission> possible =
        Submission.of(here, team.get(), kernel, launch, sharing, shared);
    if (possible.isEmpty()) {
      return false;
    }
    Submission submission = possible.get();
    if (!submission.fits()) {
      return false;
    }
    if (!submission.isDivided()
        && condition.isEmpty()
        && HomeLoops.arePossible(here, device)
        && home.take(launch)) {
      submission.tell(listener);
      return false;
    }
    here.ranks().ifPresent(others -> here.stream().expect());
    SmallArrays small = new SmallArrays(launch);
    List<LoopArray> used = new ArrayList<>();
    for (ArrayAccess access : launch.accesses()) {
      used.add(new LoopArray(small.launch().arguments()[access.parameter()], access.writes()));
    }
    listenTo(loop, device, listener);
    Coherence coherence = arrays.coherence();
    // The host may have overwritten something that the loop has read.
    boolean isRepeatable = !(submission.changesArrays() || isReplicated()) || keepsJournal(here);
    AtomicReference<@Nullable ExecutionFailedException> failure = new AtomicReference<>();
    Optional<Boolean> submitted =
        coherence.submit(
            used,
            listener::waited,
            isRepeatable
                ? Optional.of(
                    new RepeatedLaunch(
                        small.launch(),
                        sharing.kernel(),
                        submission.divided(),
                        keepsJournal(here) ? Optional.empty() : Optional.of(listener)))
                : Optional.empty(),
            buffers ->
                isCurrent(here)
                    && (condition.isEmpty() || condition.get().holds(small.launch(), buffers)),
            buffers -> {
              boolean done = true;
              try {
                done = submission.submit(loop, small.launch(), buffers, used, !needed.isEmpty());
              } catch (ExecutionFailedException failed) {
                if (!isRepeatable) {
                  throw failed;
                }
                // A part of it may have run: it counts as submitted, and is lost with the rest.
                failure.set(failed);
              }
              if (here.stream().holdsBack()) {
                releaseSoon();
              }
              return done;
            });
    ExecutionFailedException failed = failure.get();
    if (failed != null) {
      coherence.fails(failed);
    }
    if (submitted.isEmpty()) {
      if (condition.isEmpty() && isCurrent(here)) {
        submission.hasToBeImmediate();
      }
      return false;
    }
    submission.tell(listener);
    if (submission.isDivided()) {
      shared = true;
      home.shared();
    }
    if (!small.written().isEmpty() || !needed.isEmpty()) {
      Coherence.afterSubmission(
          () -> {
            reads(small.written());
            small.copyBack();
            reads(needed);
            if (!needed.isEmpty()) {
              submission.awaited();
            }
          });
    }
    return true;
  }

  private void releaseSoon() {
    LateRelease release = lateRelease;
    if (release != null) {
      release.soon();
    }
  }

  private void reads(List<Object> all) {
    for (Object array : all) {
      arrays.reads(array);
    }
  }

  private void listenTo(String loop, Device device, DeferralListener listener) {
    Map<String, DeferralListener> known = listeners.get(loop);
    if (known == null) {
      Map<String, DeferralListener> added = new ConcurrentHashMap<>();
      Map<String, DeferralListener> before = listeners.putIfAbsent(loop, added);
      known = before == null ? added : before;
    }
    known.putIfAbsent(device.id(), listener);
  }

  /**
   * Forgets the listeners of a loop whose class was unloaded. Other loops of the same name are
   * registered again when they are submitted.
   */
  public void forget(String loop) {
    listeners.remove(loop);
  }

  /**
   * Whether the launch skips elements between those that it writes. Short arrays do not count: they
   * are copied, and only elements that change are written back.
   */
  private static boolean leavesElementsOut(Launch launch) {
    for (ArrayAccess access : launch.accesses()) {
      if (access.writes()
          && !access.writesAll()
          && !SmallArrays.isSmall(launch.arguments()[access.parameter()])) {
        return true;
      }
    }
    return false;
  }

  private Optional<Node> node(Device device, Sharing sharing) {
    Node there = node;
    if (there == null && !unusable) {
      if (!keepsArrays(device)) {
        return Optional.empty();
      }
      synchronized (lock) {
        there = node;
        if (there == null && !unusable) {
          candidates = sharing.kernel().devices();
          there = open(device, candidates);
          node = there;
        }
      }
    }
    return Optional.ofNullable(there);
  }

  /**
   * Returns the node. If there is none, opens it with the first device that can be opened.
   *
   * @param devices the devices that loops may use
   */
  Optional<Node> anyNode(Supplier<List<Device>> devices) {
    if (node == null && !unusable) {
      List<Device> all = devices.get();
      synchronized (lock) {
        for (int d = 0; d < all.size() && node == null && !unusable; d++) {
          candidates = all;
          node = open(all.get(d), all);
        }
      }
    }
    return Optional.ofNullable(node);
  }

  private @Nullable Node open(Device device, List<Device> all) {
    try {
      Node opened = streams.get().open(device, all, this::ranOnHost);
      if (keepsJournal(opened)) {
        arrays.keepsJournal();
      }
      arrays.connect(opened.buffers(), opened.threads());
      lateRelease = new LateRelease(arrays);
      return opened;
    } catch (Throwable failure) {
      unusable = true;
      if (isReplicated()) {
        ranks.flatMap(Ranks::group).ifPresent(group -> group.cannotGoOn(FailureReason.of(failure)));
      }
      log.info(() -> device.id() + " keeps no arrays between loops: " + FailureReason.of(failure));
      return null;
    }
  }

  /** Whether no other node has replaced it. */
  private boolean isCurrent(Node here) {
    Node there = node;
    return there != null && there.stream() == here.stream();
  }

  /** Whether results of other nodes have to be recomputed here if they are lost. */
  private boolean keepsJournal(Node of) {
    return of.ranks().isPresent() && ranks.isPresent() && ranks.get().outlivesLoss();
  }

  @Override
  public void failed(ExecutionFailedException failure) {
    arrays.coherence().fails(failure);
  }

  /** Opens another node, so that loops do not wait for lost nodes any more. */
  @Override
  public void goesOn() {
    synchronized (lock) {
      Node before = node;
      if (before == null) {
        return;
      }
      try {
        Device device = before.members().get(0).device();
        Node next = streams.get().open(device, candidates, this::ranOnHost);
        // A loop that is being submitted to the former node is not submitted to this one.
        node = next;
        if (!arrays.goOnWith(next.buffers(), next.threads(), keepsJournal(next))) {
          next.stream().close();
        }
      } catch (DeviceException | RuntimeException | LinkageError failure) {
        log.info(() -> "loops end before the program continues: " + FailureReason.of(failure));
      }
    }
  }

  /**
   * The program is ending: its shutdown hooks, and threads that they wait for, must not wait long
   * for a device that makes no progress. With other nodes this has no effect, since they have
   * limits of their own. Any thread may call this; it does not wait.
   */
  public void ends() {
    if (ranks.isPresent()) {
      return;
    }
    ending = true;
    Node there = node;
    if (there != null) {
      Duration patience = HostArrays.endsBySignal() ? PATIENCE_AFTER_SIGNAL : PATIENCE_AT_END;
      there.stream()
          .limitWaits(
              patience,
              new DeviceException(
                  "the program is ending, and the device has made no progress for "
                      + patience.toMillis() / 1000.0
                      + " s"));
    }
  }

  /** The program's shutdown hooks have ended; later waits have limits of their own. */
  public void hooksHaveEnded() {
    ending = false;
    Node there = node;
    if (there != null) {
      there.stream().endLimitOfWaits();
    }
  }

  /** Whether loops should run on the host, since devices may not respond in time. */
  public boolean isEnding() {
    return ending;
  }

  private void ranOnHost(String loop, String device, String reason) {
    Map<String, DeferralListener> all = listeners.getOrDefault(loop, Map.of());
    // Loops that devices share were submitted to the first of these devices.
    Optional.ofNullable(all.get(device))
        .or(() -> all.values().stream().findFirst())
        .ifPresent(listener -> listener.ranOnHost(reason));
  }

  /**
   * Whether other processes have to submit the same, so that no measurement may decide what is
   * submitted.
   */
  public boolean isReplicated() {
    return ranks.isPresent() && ranks.get().replication().isOn();
  }

  /** With other nodes, arrays are also kept on these. */
  private boolean keepsArrays(Device device) {
    return ranks.isPresent() || device.keepsArrays();
  }

  /**
   * Notes the duration of a launch that was not submitted, from which nodes choose whether they
   * share its loop.
   */
  public void launched(Device device, Sharing sharing, long nanos, long kernelNanos) {
    Node here = node;
    if (here != null
        && here.measured().isPresent()
        && device.sharesHostMemory()
        && here.team(device).isPresent()
        && !isReplicated()) {
      here.measured()
          .get()
          .choices()
          .took(DivisionDecision.size(sharing), new Took(nanos, kernelNanos, 1));
    }
  }

  /** Whether loops on this device may leave their arrays there. */
  public boolean mayKeepArrays(Device device) {
    Node there = node;
    return settings.enabled()
        && !unusable
        && arrays.reasonToWait().isEmpty()
        && (there == null ? keepsArrays(device) : there.team(device).isPresent());
  }

  /**
   * Settles the arrays of a launch before it runs directly on them: what it reads is copied back to
   * the host, and devices drop what it writes.
   *
   * @throws dev.slipstream.model.SlipstreamException if results are lost
   */
  public void settle(Launch launch) {
    if (node != null) {
      for (ArrayAccess access : launch.accesses()) {
        Object array = launch.arguments()[access.parameter()];
        if (access.writes()) {
          arrays.writes(array);
        } else if (access.reads()) {
          arrays.reads(array);
        }
      }
    }
  }

  /**
   * Notes that a launch has written directly to its arrays. Loops of other threads may have read
   * other elements of them meanwhile, and copied more than they needed.
   *
   * @throws dev.slipstream.model.SlipstreamException if results are lost
   */
  public void written(Launch launch) {
    if (node != null) {
      for (ArrayAccess access : launch.accesses()) {
        if (access.writes()) {
          arrays.writes(launch.arguments()[access.parameter()]);
        }
      }
    }
  }

  /** Whether the host would have to wait for devices before it runs this launch. */
  public boolean isAwayFromHost(Launch launch) {
    if (node == null) {
      return false;
    }
    for (ArrayAccess access : launch.accesses()) {
      if (arrays.coherence().isStale(launch.arguments()[access.parameter()])) {
        return true;
      }
    }
    return false;
  }
}
