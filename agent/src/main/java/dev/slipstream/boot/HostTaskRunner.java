package dev.slipstream.boot;

import java.util.concurrent.CompletableFuture;

/** Runs host tasks of a program that several ranks run; see {@link HostTasks}. Thread-safe. */
public interface HostTaskRunner {
  /** Returns the number of this rank. */
  int rank();

  /** Returns how many ranks run the program. */
  int ranks();

  /**
   * Submits a host task; all ranks submit the same.
   *
   * @param name its name in messages
   * @param arrays the arrays that it declares
   * @param reads whether each is read
   * @param writes whether each is written
   * @param elements for each array, and each rank that runs a part, the first element and the one
   *     after the last
   * @param inTurn objects that only one task may use at a time, in the order of submission
   * @param runs how many ranks run a part, from the first one on
   * @param own what this rank runs; does nothing if it has no part
   * @return completes when this rank has run its part
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
   * Sends a message to another rank; does not wait for its arrival.
   *
   * @param channel the messages of one channel arrive in the order in which they were sent
   */
  void send(int channel, int to, byte[] content);

  /** Waits for the next message from another rank. */
  byte[] receive(int channel, int from);

  /** Waits until all submitted work is complete on all ranks. */
  void barrier();
}
