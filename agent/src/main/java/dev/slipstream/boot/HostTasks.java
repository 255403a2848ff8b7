package dev.slipstream.boot;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The host tasks of {@code dev.slipstream.api.Slipstream}, which calls this class by name. Lives on
 * the bootstrap class path, where every class of the program can see it. Without a runner there is
 * one rank, which runs host tasks itself. Thread-safe.
 */
public final class HostTasks {
  private static final AtomicReference<@Nullable HostTaskRunner> RUNNER = new AtomicReference<>();

  private HostTasks() {}

  /**
   * Sets the runner of host tasks where several ranks run the program. Called before the program's
   * first class is loaded.
   *
   * @return false if there is another runner already; then nothing changes
   */
  public static boolean install(HostTaskRunner runner) {
    return RUNNER.compareAndSet(null, runner);
  }

  /** Returns the number of this rank. */
  public static int rank() {
    HostTaskRunner runner = RUNNER.get();
    return runner == null ? 0 : runner.rank();
  }

  /** Returns how many ranks run the program. */
  public static int ranks() {
    HostTaskRunner runner = RUNNER.get();
    return runner == null ? 1 : runner.ranks();
  }

  /**
   * Submits a host task.
   *
   * @see HostTaskRunner#submit
   */
  public static CompletableFuture<Void> submit(
      String name,
      Object[] arrays,
      boolean[] reads,
      boolean[] writes,
      long[][] elements,
      Object[] inTurn,
      int runs,
      Runnable own) {
    return runner().submit(name, arrays, reads, writes, elements, inTurn, runs, own);
  }

  /**
   * Sends a message to another rank.
   *
   * @see HostTaskRunner#send
   */
  public static void send(int channel, int to, byte[] content) {
    runner().send(channel, to, content);
  }

  /**
   * Waits for the next message from another rank.
   *
   * @see HostTaskRunner#receive
   */
  public static byte[] receive(int channel, int from) {
    return runner().receive(channel, from);
  }

  /**
   * Waits until all submitted work is complete on all ranks; returns immediately if there is one
   * rank.
   */
  public static void barrier() {
    HostTaskRunner runner = RUNNER.get();
    if (runner != null) {
      runner.barrier();
    }
  }

  private static HostTaskRunner runner() {
    HostTaskRunner runner = RUNNER.get();
    if (runner == null) {
      throw new IllegalStateException("there is one rank, which runs host tasks itself");
    }
    return runner;
  }
}
