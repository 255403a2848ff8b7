package dev.slipstream.ucx;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpMemMapParams;
import org.openucx.jucx.ucp.UcpMemory;

/**
 * Memory allocated by UCX, in slots, in which elements wait until a peer reads them. Peers on this
 * machine have it mapped; user memory would be ten times slower. Used by one thread.
 */
final class StagingMemory {
  static final int SLOTS = 32;
  static final int SLOT_BYTES = 1 << 20;

  /** How many slots are reserved for requested messages, so that these never wait for others. */
  private static final int KEPT = 8;

  /** The holder of slots from which UCX sends. */
  static final int BEING_SENT = -2;

  private static final int NO_HOLDER = -1;

  private final UcpMemory memory;
  private final ByteBuffer bytes;
  private final int[] free = new int[SLOTS];
  private final int[] holders = new int[SLOTS];
  private final boolean[] unasked = new boolean[SLOTS];
  private int freeCount;
  private int unaskedCount;

  StagingMemory(UcpContext context) {
    long length = (long) SLOTS * SLOT_BYTES;
    memory = context.memoryMap(new UcpMemMapParams().allocate().setLength(length));
    bytes = UcxUtils.getByteBufferView(memory.getAddress(), length);
    Arrays.fill(holders, NO_HOLDER);
    for (int slot = SLOTS - 1; slot >= 0; slot--) {
      free[freeCount++] = slot;
    }
  }

  /** The address of the memory. */
  long address() {
    return memory.getAddress();
  }

  /** The address of a slot. */
  long address(int slot) {
    return memory.getAddress() + (long) slot * SLOT_BYTES;
  }

  /** The key that peers need to read it. */
  byte[] key() {
    ByteBuffer key = memory.getRemoteKeyBuffer();
    byte[] copy = new byte[key.remaining()];
    key.duplicate().get(copy);
    return copy;
  }

  /**
   * Takes a slot.
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

  /** Whether there is room for this many slots that no peer has requested. */
  boolean mayTake(int slots) {
    return slots <= freeCount && unaskedCount + slots <= SLOTS - KEPT;
  }

  /** The first bytes of a slot. */
  ByteBuffer slot(int slot, int length) {
    return bytes.slice(slot * SLOT_BYTES, length);
  }

  /** Whether a peer holds this slot. */
  boolean isHeld(int slot, int peer) {
    return slot >= 0 && slot < SLOTS && holders[slot] == peer;
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
    return freeCount < SLOTS;
  }

  void close() {
    memory.deregister();
  }
}
