package dev.slipstream.runtime.node;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.cluster.RankGroup;
import dev.slipstream.runtime.coherence.BufferStream;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.coherence.HostTaskThread;
import dev.slipstream.runtime.coherence.LoopArray;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.execution.RuntimeThreads;
import dev.slipstream.runtime.scheduling.HostCodeWork;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Submits host tasks if every rank runs the program; used by the one thread that submits. */
public final class HostTaskQueue {
  /** By then a process has ended. */
  private static final Duration END = Duration.ofSeconds(30);

  private static final long LOOK_MILLIS = 50;

  private final HostArrays arrays;
  private final DeferredLoops loops;
  private final Supplier<List<Device>> devices;
  private final RankGroup ranks;

  /** The number of parts of this rank that have not run; guarded by this. */
  private int pending;

  /** Whether a thread keeps the JVM from ending; guarded by this. */
  private boolean isKept;

  /**
   * @param arrays receives what host code announces about arrays
   * @param loops the stream of loops, which host tasks use, too
   * @param devices the devices that loops may use
   * @param ranks the nodes that run the program
   */
  public HostTaskQueue(
      HostArrays arrays, DeferredLoops loops, Supplier<List<Device>> devices, RankGroup ranks) {
    this.arrays = arrays;
    this.loops = loops;
    this.devices = devices;
    this.ranks = ranks;
  }

  /**
   * Submits a host task. Waits while too much is pending.
   *
   * @param name its name in messages
   * @param declared the arrays that it declares
   * @param reads whether each is read
   * @param writes whether each is written
   * @param elements for each array, the first element and the one behind the last one of each rank
   *     that runs a part, from the first rank on
   * @param inTurn objects that only one task may use at a time, in the order of submission
   * @param runs how many ranks run a part, from the first one on
   * @param own this rank's part; does nothing if it has none
   * @return is complete when this rank has run its part
   * @throws SlipstreamException if it cannot be submitted
   */
  public CompletableFuture<Void> submit(
      String name,
      Object[] declared,
      boolean[] reads,
      boolean[] writes,
      long[][] elements,
      Object[] inTurn,
      int runs,
      Runnable own) {
    try {
      return submitted(name, declared, reads, writes, elements, inTurn, runs, own);
    } catch (SlipstreamException e) {
      arrays.awaitEnd();
      throw e;
    }
  }

  private CompletableFuture<Void> submitted(
      String name,
      Object[] declared,
      boolean[] reads,
      boolean[] writes,
      long[][] elements,
      Object[] inTurn,
      int runs,
      Runnable own) {
    Node here = node(name);
    List<HostTaskArrays.Access> accesses = new ArrayList<>();
    for (int a = 0; a < declared.length; a++) {
      accesses.add(
          new HostTaskArrays.Access(declared[a], reads[a], writes[a], regions(elements[a])));
    }
    HostTaskArrays all = new HostTaskArrays(name, accesses);
    CompletableFuture<Void> done = new CompletableFuture<>();
    boolean hasPart = ranks.self().rank() < runs;
    count(hasPart ? 1 : 0);
    try {
      submit(here, name, all, List.of(inTurn), runs, code(name, declared, all, own, done));
    } catch (RuntimeException | Error e) {
      count(hasPart ? -1 : 0);
      throw e;
    }
    if (!hasPart) {
      done.complete(null);
    } else if (all.readsShort()) {
      // A failure here ends the run.
      done.join();
    }
    all.bringShort(arrays);
    return done;
  }

  private HostCodeWork code(
      String name,
      Object[] declared,
      HostTaskArrays all,
      Runnable own,
      CompletableFuture<Void> done) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    List<Object> touched = List.of(declared);
    return new HostCodeWork(
        () -> {
          ranks.taskBegins();
          try {
            HostTaskThread.run(
                name,
                touched,
                loader,
                () -> {
                  own.run();
                  all.ranPart(ranks.self().rank());
                  // Actions that depend on the future find the arrays as the task does.
                  done.complete(null);
                });
          } catch (Throwable failure) {
            failed(name, failure);
            throw failure;
          } finally {
            ranks.taskEnds();
          }
          count(-1);
        });
  }

  private synchronized void count(int more) {
    pending += more;
    notifyAll();
    if (pending > 0 && !isKept) {
      isKept = true;
      Thread keeper = RuntimeThreads.named("slipstream-host-tasks", this::keep);
      keeper.setDaemon(false);
      keeper.start();
    }
  }

  /**
   * Keeps the JVM alive after the program's last thread has ended, since a task may end it with an
   * exit code.
   */
  private synchronized void keep() {
    try {
      while (pending > 0) {
        wait();
      }
    } catch (InterruptedException ends) {
      // Only the end of the JVM interrupts this thread.
    }
    isKept = false;
  }

  /**
   * Waits, when the program has ended, until this rank has run its parts of all tasks, unless a
   * signal or a task ends the JVM.
   */
  public synchronized void awaitAll() {
    try {
      while (pending > 0 && !HostArrays.endsBySignal() && !HostArrays.endsByHostTask()) {
        wait(LOOK_MILLIS);
      }
    } catch (InterruptedException ends) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the run. Threads that wait for the task are notified only after that. */
  private void failed(String name, Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    ranks.cannotGoOn(name + " has failed: " + trace.toString().strip());
    try {
      Thread.sleep(END.toMillis());
    } catch (InterruptedException ends) {
      Thread.currentThread().interrupt();
    }
  }

  private void submit(
      Node here,
      String name,
      HostTaskArrays all,
      List<Object> inTurn,
      int runs,
      HostCodeWork work) {
    List<Box> chunks = new ArrayList<>();
    for (int rank = 0; rank < runs; rank++) {
      chunks.add(Box.of(rank, rank + 1));
    }
    List<LoopArray> used = all.used();
    Optional<Boolean> submitted =
        arrays
            .coherence()
            .submit(
                used,
                waited -> {},
                Optional.empty(),
                buffers -> true,
                buffers -> {
                  List<Object> views = new ArrayList<>();
                  for (LoopArray use : used) {
                    views.add(buffers.view(use.array()));
                  }
                  here.stream()
                      .submit(name, chunks, all.accesses(buffers, chunks), views, inTurn, work);
                  return true;
                });
    if (submitted.isEmpty()) {
      throw new SlipstreamException(
          name
              + " cannot run: two of its arrays of arrays have a row in common, or accesses to"
              + " arrays are no longer tracked, as the log says");
    }
  }

  private static List<Region> regions(long[] ends) {
    List<Region> regions = new ArrayList<>();
    for (int rank = 0; 2 * rank < ends.length; rank++) {
      regions.add(Region.of(Box.of(ends[2 * rank], ends[2 * rank + 1])));
    }
    return regions;
  }

  /**
   * Waits until everything that was submitted is executed on all ranks.
   *
   * @throws SlipstreamException if results are lost
   */
  public void barrier() {
    try {
      awaitAllRanks();
    } catch (SlipstreamException e) {
      arrays.awaitEnd();
      throw e;
    }
  }

  private void awaitAllRanks() {
    Node here = node("Slipstream.barrier");
    Optional<BufferStream.Arrival> done =
        arrays
            .coherence()
            .submit(
                List.of(),
                waited -> {},
                Optional.empty(),
                buffers -> true,
                buffers -> here.stream().barrier());
    done.ifPresent(BufferStream.Arrival::await);
    here.stream().knownToAll(Set.of());
  }

  private Node node(String name) {
    if (HostTaskThread.isCurrent()) {
      throw new SlipstreamException(
          name + " is called by a host task: only the program's own thread submits tasks");
    }
    ranks.submits();
    Optional<String> unguarded = arrays.reasonToWait();
    if (unguarded.isPresent()) {
      throw new SlipstreamException(
          name
              + " cannot run on several ranks, since accesses to arrays are not tracked: "
              + unguarded.get());
    }
    return loops
        .anyNode(devices)
        .orElseThrow(
            () ->
                new SlipstreamException(
                    name + " cannot run: no device could be opened; slipstream.log=info says why"));
  }
}
