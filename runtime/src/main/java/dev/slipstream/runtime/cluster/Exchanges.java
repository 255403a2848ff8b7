package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.graph.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Values that all ranks give each other at the same places of the program, through the first rank.
 * Thread-safe.
 */
final class Exchanges {
  private final int ranks;
  private final Map<Long, List<byte @Nullable []>> open = new HashMap<>();
  private final Map<Long, CompletableFuture<List<byte[]>>> results = new HashMap<>();
  private long begun;

  /** One exchange, numbered in the order of the program. */
  record Exchange(long number, CompletableFuture<List<byte[]>> result) {
    /**
     * Waits for all parts, uninterruptibly.
     *
     * @return in the order of the ranks; empty if they do not arrive in time
     */
    Optional<List<byte[]>> await(Duration most) {
      boolean interrupted = false;
      long until = System.nanoTime() + most.toNanos();
      try {
        while (true) {
          try {
            return Optional.of(result.get(until - System.nanoTime(), TimeUnit.NANOSECONDS));
          } catch (InterruptedException again) {
            interrupted = true;
          } catch (ExecutionException | TimeoutException late) {
            return Optional.empty();
          }
        }
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  Exchanges(int ranks) {
    this.ranks = ranks;
  }

  /** Begins the next one. */
  synchronized Exchange begin() {
    long number = begun++;
    return new Exchange(number, result(number));
  }

  private CompletableFuture<List<byte[]>> result(long number) {
    return results.computeIfAbsent(number, first -> new CompletableFuture<>());
  }

  /**
   * Notes on the first rank that a rank has given its part.
   *
   * @return all parts, if this was the last one
   */
  synchronized Optional<List<byte[]>> given(NodeId from, long number, byte[] part) {
    List<byte @Nullable []> parts = open.get(number);
    if (parts == null) {
      parts = new ArrayList<>();
      for (int rank = 0; rank < ranks; rank++) {
        parts.add(null);
      }
      open.put(number, parts);
    }
    parts.set(from.rank(), part);
    List<byte[]> all = new ArrayList<>();
    for (byte @Nullable [] each : parts) {
      if (each == null) {
        return Optional.empty();
      }
      all.add(each);
    }
    open.remove(number);
    return Optional.of(all);
  }

  /** Completes an exchange with all parts. */
  synchronized void complete(long number, List<byte[]> parts) {
    result(number).complete(parts);
    results.remove(number);
  }
}
