package dev.slipstream.runtime.transfer;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import java.nio.ByteBuffer;

/**
 * Pinned memory of one device for copies to others, or from one of them: two slots for each copying
 * thread.
 */
public final class PeerSlots implements AutoCloseable {
  /** The number of slots of a thread. */
  static final int EACH = 2;

  private final DeviceMemory memory;
  private final ByteBuffer pinned;
  private final int slotBytes;

  /** Allocates the memory. */
  public PeerSlots(DeviceMemory memory, Staging staging) throws DeviceException {
    this.memory = memory;
    this.slotBytes = Math.toIntExact(staging.slotBytes());
    this.pinned = memory.pin((long) slotBytes * EACH * staging.lanes());
  }

  /** The start of a slot of a thread. */
  ByteBuffer slot(int thread, int slot, long bytes) {
    return pinned.slice((EACH * thread + slot) * slotBytes, (int) bytes).order(pinned.order());
  }

  /** Frees the memory. No copy may be in progress. */
  @Override
  public void close() throws DeviceException {
    memory.unpin(pinned);
  }
}
