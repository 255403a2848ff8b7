package dev.slipstream.runtime.transfer;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import java.nio.ByteBuffer;

/**
 * Pinned memory of one device for what it sends to others, or receives from one of them: two slots
 * for each copying thread.
 */
public final class PeerSlots implements AutoCloseable {
  /** How many slots a thread has. */
  static final int EACH = 2;

  private final DeviceMemory memory;
  private final ByteBuffer pinned;
  private final int slotBytes;

  /** Takes the memory. */
  public PeerSlots(DeviceMemory memory, Staging staging) throws DeviceException {
    this.memory = memory;
    this.slotBytes = Math.toIntExact(staging.slotBytes());
    this.pinned = memory.pin((long) slotBytes * EACH * staging.lanes());
  }

  /** The beginning of a slot of a thread. */
  ByteBuffer slot(int thread, int slot, long bytes) {
    return pinned.slice((EACH * thread + slot) * slotBytes, (int) bytes).order(pinned.order());
  }

  /** Gives the memory back. Nothing may be under way. */
  @Override
  public void close() throws DeviceException {
    memory.unpin(pinned);
  }
}
