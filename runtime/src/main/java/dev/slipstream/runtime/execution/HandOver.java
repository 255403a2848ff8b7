package dev.slipstream.runtime.execution;

import org.jspecify.annotations.Nullable;

/**
 * A bounded queue from one thread to one other. The methods never wait and take no lock.
 *
 * @param <T> what is handed over
 */
final class HandOver<T> {
  private final @Nullable Object[] slots;

  /** How many values were taken; written by the taking thread. */
  private volatile long taken;

  /** How many values were put; written by the putting thread. */
  private volatile long put;

  /**
   * @param capacity 1 or more; the next power of two is used
   */
  HandOver(int capacity) {
    slots = new @Nullable Object[Integer.highestOneBit(Math.max(1, capacity) * 2 - 1)];
  }

  /** Puts a value, unless the queue is full. For the putting thread. */
  boolean offer(T value) {
    long at = put;
    if (at - taken == slots.length) {
      return false;
    }
    slots[slot(at)] = value;
    put = at + 1;
    return true;
  }

  /**
   * Returns the oldest value, which stays in the queue; null if the queue is empty. For the taking
   * thread.
   */
  @SuppressWarnings("unchecked") // Only {@code offer} stores into the slots.
  @Nullable T peek() {
    long at = taken;
    return at == put ? null : (T) slots[slot(at)];
  }

  /** Removes the oldest value, which must exist. For the taking thread. */
  void removeFirst() {
    long at = taken;
    slots[slot(at)] = null;
    taken = at + 1;
  }

  boolean isEmpty() {
    return taken == put;
  }

  /** Whether at least half of the queue is free. */
  boolean isHalfEmpty() {
    return put - taken <= slots.length / 2;
  }

  private int slot(long position) {
    return (int) position & (slots.length - 1);
  }
}
