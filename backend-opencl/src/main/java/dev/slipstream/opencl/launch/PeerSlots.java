package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.memory.PinnedMemory;
import dev.slipstream.opencl.memory.Staging;

/**
 * Pinned memory of one device for what it sends to others, or receives from one of them: two slots
 * for each copying thread.
 */
final class PeerSlots implements AutoCloseable {
  /** How many slots a thread has. */
  static final int EACH = 2;

  private final PinnedMemory pinned;
  private final long slotBytes;

  /**
   * Takes the memory.
   *
   * @param context the context of the device
   * @param queue a queue of it
   */
  PeerSlots(long context, CommandQueue queue, Staging staging) throws ClException {
    this.slotBytes = staging.slotBytes();
    this.pinned =
        new PinnedMemory(context, queue.handle(), staging.slotBytes() * EACH * staging.lanes());
  }

  /** Where a slot of a thread begins. */
  long address(int thread, int slot) {
    return pinned.address() + ((long) EACH * thread + slot) * slotBytes;
  }

  @Override
  public void close() throws ClException {
    pinned.close();
  }
}
