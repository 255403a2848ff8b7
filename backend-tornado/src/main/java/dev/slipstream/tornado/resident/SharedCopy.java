package dev.slipstream.tornado.resident;

import dev.slipstream.tornado.binding.TornadoException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A copy of several parts by way of a few arrays outside the heap, which some threads share: one or
 * two move parts between these arrays and the device, all others copy pieces of parts between the
 * arrays and the heap. They look out for what comes next without sleeping, since to wake a thread
 * takes as long as a piece. Those that move leave the pieces to the others, unless these let them
 * wait.
 */
final class SharedCopy {
  /** So often a thread looks out before it sleeps. */
  private static final int LOOKS = 1 << 14;

  /** So often one that moves parts looks out before it copies a piece. */
  private static final int PATIENCE = 1 << 10;

  private static final long SLEEP_NANOS = 50_000;

  private final boolean toDevice;
  private final int parts;
  private final int arrays;
  private final int pieces;
  private final int patience;
  private final Moves moves;
  private final Pieces copies;
  private final AtomicInteger nextPart = new AtomicInteger();
  private final AtomicInteger nextPiece = new AtomicInteger();

  /** How many pieces of each part are to be copied still. */
  private final AtomicIntegerArray left;

  /** Which parts have been moved. */
  private final AtomicIntegerArray moved;

  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /** Moves a part between its array and the device. Two threads may move different parts. */
  @FunctionalInterface
  interface Moves {
    /** Moves one. */
    void move(int part) throws TornadoException;
  }

  /** Copies a piece of a part between its array and the heap. Many threads may do so at a time. */
  @FunctionalInterface
  interface Pieces {
    /** Copies one. */
    void copy(int part, int piece);
  }

  /**
   * @param arrays how many parts may be on their way at a time: the next one has the array of the
   *     first
   * @param pieces how many pieces each part has
   * @param isHelped whether there may be threads that copy pieces only
   */
  SharedCopy(
      boolean toDevice,
      int parts,
      int arrays,
      int pieces,
      boolean isHelped,
      Moves moves,
      Pieces copies) {
    this.patience = isHelped ? PATIENCE : 0;
    this.toDevice = toDevice;
    this.parts = parts;
    this.arrays = arrays;
    this.pieces = pieces;
    this.moves = moves;
    this.copies = copies;
    this.left = new AtomicIntegerArray(parts);
    this.moved = new AtomicIntegerArray(parts);
    for (int part = 0; part < parts; part++) {
      left.set(part, pieces);
    }
  }

  /**
   * What a thread that moves parts does; it copies pieces while it waits. When all threads have
   * returned everything is copied, or something has failed.
   */
  void move() {
    try {
      for (int part = nextPart.getAndIncrement(); part < parts; ) {
        int looks = 0;
        while (!mayMove(part)) {
          if (hasFailed()) {
            return;
          }
          looks = looks >= patience && copied() ? patience : lookedOut(looks);
        }
        if (hasFailed()) {
          return;
        }
        moves.move(part);
        moved.set(part, 1);
        part = nextPart.getAndIncrement();
      }
    } catch (Throwable problem) {
      failure.compareAndSet(null, problem);
      return;
    }
    copy();
  }

  /** What a thread does that copies pieces only. */
  void copy() {
    try {
      int looks = 0;
      while (nextPiece.get() < parts * pieces && !hasFailed()) {
        looks = copied() ? 0 : lookedOut(looks);
      }
    } catch (Throwable problem) {
      failure.compareAndSet(null, problem);
    }
  }

  private boolean hasFailed() {
    return failure.get() != null;
  }

  private boolean mayMove(int part) {
    return toDevice ? left.get(part) == 0 : part < arrays || left.get(part - arrays) == 0;
  }

  private boolean mayCopy(int part) {
    return toDevice ? part < arrays || moved.get(part - arrays) != 0 : moved.get(part) != 0;
  }

  /** Copies the next piece, if its turn has come. */
  private boolean copied() {
    while (true) {
      int next = nextPiece.get();
      int part = next / pieces;
      if (part >= parts || !mayCopy(part)) {
        return false;
      }
      if (nextPiece.compareAndSet(next, next + 1)) {
        copies.copy(part, next % pieces);
        left.decrementAndGet(part);
        return true;
      }
    }
  }

  private static int lookedOut(int looks) {
    if (looks >= LOOKS) {
      LockSupport.parkNanos(SLEEP_NANOS);
      return looks;
    }
    Thread.onSpinWait();
    return looks + 1;
  }

  /**
   * Throws what went wrong, after all threads have returned.
   *
   * @throws TornadoException if a part could not be moved
   * @throws IllegalStateException if a piece could not be copied
   */
  void throwIfFailed() throws TornadoException {
    Throwable problem = failure.get();
    if (problem instanceof TornadoException notMoved) {
      throw notMoved;
    }
    if (problem != null) {
      throw new IllegalStateException("elements could not be copied", problem);
    }
  }
}
