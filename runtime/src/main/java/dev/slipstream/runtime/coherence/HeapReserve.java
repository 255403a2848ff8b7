package dev.slipstream.runtime.coherence;

import org.jspecify.annotations.Nullable;

/**
 * A little of the heap that is let go when it is full, so that what a loop has computed can be
 * brought home then, too: where plain Java reads an element, it needs no memory. Thread-safe.
 */
final class HeapReserve {
  private static final int PIECES = 4;

  /**
   * Of small heaps a region each: what is let go can be used without moving what lies beside it.
   */
  private static final int BYTES_OF_PIECE = 1_000_000;

  /** A heap that is full is not asked more often: each time it would be collected as a whole. */
  private static final long NANOS_BETWEEN_TRIES = 500_000_000;

  private volatile byte @Nullable [][] kept;
  private volatile boolean hasTried;
  private volatile long lastTry;

  /** Takes it from the heap, if there is room and it is not there already. */
  void fill() {
    if (kept != null || (hasTried && System.nanoTime() - lastTry < NANOS_BETWEEN_TRIES)) {
      return;
    }
    hasTried = true;
    lastTry = System.nanoTime();
    try {
      kept = new byte[PIECES][BYTES_OF_PIECE];
    } catch (OutOfMemoryError full) {
      // It stays empty until the program has let go of something.
    }
  }

  private static long free() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
  }

  /** Lets it go if the heap is full, so that those who work for devices find it, too. */
  void releaseIfNeeded() {
    if (kept != null && free() < (long) PIECES * BYTES_OF_PIECE) {
      kept = null;
    }
  }

  /**
   * Lets it go.
   *
   * @return whether it was there, so that it is worth to try once more what has failed
   */
  boolean release() {
    boolean was = kept != null;
    kept = null;
    return was;
  }
}
