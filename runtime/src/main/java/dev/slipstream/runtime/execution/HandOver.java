package dev.slipstream.runtime.execution;

import org.jspecify.annotations.Nullable;

/**
 * A bounded queue from one thread to one other. The methods never wait and take no lock.
 *
 * @param <T> what is handed over
 */
final class HandOver<T> {
  private final @Nullable Object[] slots;

  /** How many were taken; written by the taker. */
  private volatile long taken;

  /** How many were put; written by the giver. */
  private volatile long put;

  /**
   * @param capacity 1 or more; the next power of two is used
   */
  HandOver(int capacity) {
    slots = new @Nullable Object[Integer.highestOneBit(Math.max(1, capacity) * 2 - 1)];
  }

  /** Puts one, unless the queue is full. By the giver. */
  boolean offer(T value) {
    long at = put;
    if (at - taken == slots.length) {
      return false;
    }
    slots[slot(at)] = value;
    put = at + 1;
    return true;
  }

  /** The oldest, which stays in the queue; null if it is empty. By the taker. */
  @SuppressWarnings("unchecked") // Only offer puts something into slots.
  @Nullable T peek() {
    long at = taken;
    return at == put ? null : (T) slots[slot(at)];
  }

  /** Removes the oldest, which must exist. By the taker. */
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
