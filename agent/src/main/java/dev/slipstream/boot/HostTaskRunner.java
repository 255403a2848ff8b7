package dev.slipstream.boot;

import java.util.concurrent.CompletableFuture;

/** Runs host tasks of a program that several ranks run; see {@link HostTasks}. Thread-safe. */
public interface HostTaskRunner {
  /** The number of this rank. */
  int rank();

  /** How many ranks run the program. */
  int ranks();

  /**
   * Submits a host task, as all ranks do.
   *
   * @param name what messages call it
   * @param arrays those that it declares
   * @param reads whether each is read
   * @param writes whether each is written
   * @param elements of each array, the first element and the one behind the last one of each rank
   *     that runs a part, from the first rank on
   * @param inTurn objects that only one task may use at a time, in the order of submission
   * @param runs how many ranks run a part, from the first one on
   * @param own what this rank runs; does nothing if it has no part
   * @return is complete when this rank has run its part
   */
  CompletableFuture<Void> submit(
      String name,
      Object[] arrays,
      boolean[] reads,
      boolean[] writes,
      long[][] elements,
      Object[] inTurn,
      int runs,
      Runnable own);

  /**
   * Sends a message to another rank; does not wait for it.
   *
   * @param channel the messages of one channel arrive in their order
   */
  void send(int channel, int to, byte[] content);

  /** Waits for the next message of another rank. */
  byte[] receive(int channel, int from);

  /** Waits until all is done that was submitted, on all ranks. */
  void barrier();
}
