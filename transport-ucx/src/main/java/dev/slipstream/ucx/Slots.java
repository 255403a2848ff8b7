package dev.slipstream.ucx;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** A part of the staging memory, in slots of one size. Used by one thread. */
final class Slots {
  /** The holder of slots from which UCX sends. */
  static final int BEING_SENT = -2;

  private static final int NO_HOLDER = -1;

  /**
   * One slot in so many is reserved for requested messages, so that these never wait for others.
   */
  private static final int KEPT = 4;

  /** Messages that wait for a slot. */
  final Deque<Outgoing> waiting = new ArrayDeque<>();

  /** Whether these messages are being served. */
  boolean serving;

  private final ByteBuffer bytes;
  private final int base;
  private final int slotBytes;
  private final int[] free;
  private final int[] holders;
  private final boolean[] unasked;
  private int freeCount;
  private int unaskedCount;

  /**
   * @param bytes the staging memory
   * @param base where in it the slots begin
   * @param slotBytes the size of each
   * @param count how many there are
   */
  Slots(ByteBuffer bytes, int base, int slotBytes, int count) {
    this.bytes = bytes;
    this.base = base;
    this.slotBytes = slotBytes;
    this.free = new int[count];
    this.holders = new int[count];
    this.unasked = new boolean[count];
    Arrays.fill(holders, NO_HOLDER);
    for (int slot = count - 1; slot >= 0; slot--) {
      free[freeCount++] = slot;
    }
  }

  /**
   * Takes a slot, of those that were free the one that was used last, since its contents are in
   * caches.
   *
   * @param holder the peer that will read it, or {@link #BEING_SENT}
   * @param asked whether the peer has requested what it will contain; if not, {@link #mayTake} must
   *     have been called
   * @return the slot, or -1 if none is free
   */
  int take(int holder, boolean asked) {
    if (freeCount == 0) {
      return NO_HOLDER;
    }
    int slot = free[--freeCount];
    holders[slot] = holder;
    unasked[slot] = !asked;
    unaskedCount += asked ? 0 : 1;
    return slot;
  }

  /** Whether there is room for so many pieces that no peer has requested. */
  boolean mayTake(long slots) {
    return slots <= freeCount && unaskedCount + slots <= free.length - free.length / KEPT;
  }

  /** Where in the staging memory a slot is. */
  int at(int slot) {
    return base + slot * slotBytes;
  }

  /** The first bytes of a slot. */
  ByteBuffer slot(int slot, int length) {
    return bytes.slice(at(slot), length);
  }

  /** Whether a peer holds this slot. */
  boolean isHeld(int slot, int peer) {
    return slot >= 0 && slot < holders.length && holders[slot] == peer;
  }

  void release(int slot) {
    holders[slot] = NO_HOLDER;
    free[freeCount++] = slot;
    unaskedCount -= unasked[slot] ? 1 : 0;
  }

  /** Whether {@link #take} would return one. */
  boolean hasFree() {
    return freeCount > 0;
  }

  /** Whether any slot is in use. */
  boolean isInUse() {
    return freeCount < free.length;
  }

  int count() {
    return free.length;
  }
}
