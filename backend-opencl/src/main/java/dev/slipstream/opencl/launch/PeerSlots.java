package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.memory.DeviceBuffer;
import dev.slipstream.opencl.memory.PinnedMemory;
import java.util.Arrays;

/**
 * Pinned memory through which one device sends to others: while one slot is read from this device,
 * those before are written to the other. (OpenCL's own copies between two GPUs reach a fiftieth of
 * that.) Used by one thread.
 */
final class PeerSlots implements AutoCloseable {
  private static final int SLOTS = 4;
  private static final long SLOT_BYTES = 4L << 20;

  private final CommandQueue queue;
  private final PinnedMemory pinned;

  /** The writes that have not ended yet. */
  private final long[] writes = new long[SLOTS];

  /**
   * @param context the context of the device that sends
   * @param queue from which it is read
   */
  PeerSlots(long context, CommandQueue queue) throws ClException {
    this.queue = queue;
    this.pinned = new PinnedMemory(context, queue.handle(), SLOTS * SLOT_BYTES);
  }

  /**
   * Copies bytes to equal places in a buffer of another device, and waits for the end.
   *
   * @param destination to which it is written, of the other device
   */
  void copy(DeviceBuffer from, DeviceBuffer to, long offset, long bytes, CommandQueue destination)
      throws ClException {
    boolean done = false;
    try {
      long pieces = (bytes + SLOT_BYTES - 1) / SLOT_BYTES;
      long read = 0;
      for (long piece = 0; piece <= pieces; piece++) {
        long before = read;
        if (piece < pieces) {
          int slot = (int) (piece % SLOTS);
          awaitWrite(slot);
          read =
              queue.startRead(from, offset + piece * SLOT_BYTES, size(piece, bytes), address(slot));
          queue.flush();
        }
        if (piece > 0) {
          CommandQueue.await(before);
          int slot = (int) ((piece - 1) % SLOTS);
          writes[slot] =
              destination.startWrite(
                  to, offset + (piece - 1) * SLOT_BYTES, size(piece - 1, bytes), address(slot));
          destination.flush();
        }
      }
      for (int slot = 0; slot < SLOTS; slot++) {
        awaitWrite(slot);
      }
      done = true;
    } finally {
      if (!done) {
        settle(destination);
      }
    }
  }

  private static long size(long piece, long bytes) {
    return Math.min(SLOT_BYTES, bytes - piece * SLOT_BYTES);
  }

  private long address(int slot) {
    return pinned.address() + slot * SLOT_BYTES;
  }

  private void awaitWrite(int slot) throws ClException {
    long write = writes[slot];
    if (write != 0) {
      writes[slot] = 0;
      CommandQueue.await(write);
    }
  }

  /** Lets nothing be under way in the slots; what has failed is known already. */
  private void settle(CommandQueue destination) throws ClException {
    Arrays.fill(writes, 0);
    queue.finish();
    destination.finish();
  }

  @Override
  public void close() throws ClException {
    pinned.close();
  }
}
