package dev.slipstream.opencl.launch;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.memory.CopyThreads;
import dev.slipstream.opencl.memory.DeviceBuffer;
import dev.slipstream.opencl.memory.Staging;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.lwjgl.system.MemoryUtil;

/**
 * One copy from a device to another. (OpenCL's own copies between two GPUs reach a fiftieth of what
 * pinned memory does.) Memory that is pinned for one context may be ordinary memory for another, so
 * each device has its own and a thread copies between them; while it does, the device reads its
 * other slot, and the other device takes in what came before.
 */
final class PeerTransfer {
  private static final long LEAST_PIECE = 256L << 10;

  private final Staging staging;
  private final CommandQueue source;
  private final PeerSlots sending;
  private final CommandQueue destination;
  private final PeerSlots receiving;

  /**
   * @param source from which is read
   * @param sending slots of the device that sends
   * @param destination to which is written
   * @param receiving slots of the other device
   */
  PeerTransfer(
      Staging staging,
      CommandQueue source,
      PeerSlots sending,
      CommandQueue destination,
      PeerSlots receiving) {
    this.staging = staging;
    this.source = source;
    this.sending = sending;
    this.destination = destination;
    this.receiving = receiving;
  }

  /** Bytes of two buffers. */
  private record Range(
      DeviceBuffer from, long source, DeviceBuffer to, long target, long bytes, long piece) {
    long pieces() {
      return (bytes + piece - 1) / piece;
    }

    long sourceOf(long number) {
      return source + number * piece;
    }

    long targetOf(long number) {
      return target + number * piece;
    }

    long size(long number) {
      return Math.min(piece, bytes - number * piece);
    }
  }

  /** Copies bytes to a buffer of the other device, and waits for the end. */
  void copy(
      DeviceBuffer from, long source, DeviceBuffer to, long target, long bytes, CopyThreads threads)
      throws ClException {
    long even = (bytes + staging.lanes() - 1) / staging.lanes();
    long piece = Math.min(staging.slotBytes(), Math.max(LEAST_PIECE, even));
    Range range = new Range(from, source, to, target, bytes, piece);
    AtomicLong next = new AtomicLong();
    List<CopyThreads.Work> parts = new ArrayList<>();
    boolean done = false;
    try {
      for (int t = 0; t < Math.min(staging.lanes(), range.pieces()); t++) {
        int thread = t;
        parts.add(() -> run(thread, range, next));
      }
      threads.run(parts);
      done = true;
    } finally {
      if (!done) {
        // Nothing may be under way in the slots; what has failed is known already.
        this.source.finish();
        destination.finish();
      }
    }
  }

  private void run(int thread, Range range, AtomicLong next) throws ClException {
    long[] writes = new long[PeerSlots.EACH];
    long pieces = range.pieces();
    long read = 0;
    long before = pieces;
    int slot = 0;
    for (long piece = next.getAndIncrement(); ; piece = next.getAndIncrement()) {
      long reading = 0;
      if (piece < pieces) {
        // The slot of this device is free: it was copied on in the round before the last.
        reading =
            source.startRead(
                range.from(),
                range.sourceOf(piece),
                range.size(piece),
                sending.address(thread, slot));
        source.flush();
      }
      slot = PeerSlots.EACH - 1 - slot;
      if (before < pieces) {
        CommandQueue.await(read);
        await(writes, slot);
        long there = receiving.address(thread, slot);
        MemoryUtil.memCopy(sending.address(thread, slot), there, range.size(before));
        writes[slot] =
            destination.startWrite(range.to(), range.targetOf(before), range.size(before), there);
        destination.flush();
      }
      if (piece >= pieces) {
        break;
      }
      read = reading;
      before = piece;
    }
    for (int s = 0; s < writes.length; s++) {
      await(writes, s);
    }
  }

  private static void await(long[] writes, int slot) throws ClException {
    long write = writes[slot];
    if (write != 0) {
      writes[slot] = 0;
      CommandQueue.await(write);
    }
  }
}
