package dev.slipstream.runtime.transfer;

import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceQueue;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Copies from a device to another. (OpenCL's own copies between two GPUs reach a fiftieth of the
 * speed of pinned memory.) Memory that is pinned for one device may be ordinary memory for another.
 * So each device has its own, and a thread copies between them. Meanwhile the first device reads
 * into its other slot, and the other device writes the previous piece to its memory.
 *
 * @param staging the number of copying threads, and the size of pieces
 * @param source the queue that reads
 * @param sending slots of the device that sends
 * @param destination the queue that writes
 * @param receiving slots of the other device
 * @param threads the threads that copy
 */
public record PeerTransfer(
    Staging staging,
    DeviceQueue source,
    PeerSlots sending,
    DeviceQueue destination,
    PeerSlots receiving,
    CopyThreads threads) {
  private static final long LEAST_PIECE = 256L << 10;

  /**
   * Bytes of two buffers.
   *
   * @param from a buffer of the device that sends
   * @param source their position in it
   * @param to a buffer of the other device
   * @param target their position in it
   */
  public record Range(DeviceBuffer from, long source, DeviceBuffer to, long target, long bytes) {}

  /** A range in pieces. */
  private record Pieces(Range range, long piece, AtomicLong next) {
    long count() {
      return (range.bytes() + piece - 1) / piece;
    }

    long sourceOf(long number) {
      return range.source() + number * piece;
    }

    long targetOf(long number) {
      return range.target() + number * piece;
    }

    long size(long number) {
      return Math.min(piece, range.bytes() - number * piece);
    }
  }

  /** Copies bytes to a buffer of the other device, and waits until that is complete. */
  public void copy(Range range) throws DeviceException {
    long even = (range.bytes() + staging.lanes() - 1) / staging.lanes();
    long piece = Math.min(staging.slotBytes(), Math.max(LEAST_PIECE, even));
    Pieces pieces = new Pieces(range, piece, new AtomicLong());
    List<CopyThreads.Work> parts = new ArrayList<>();
    for (int t = 0; t < Math.min(staging.lanes(), pieces.count()); t++) {
      int thread = t;
      parts.add(() -> run(thread, pieces));
    }
    threads.run(parts);
  }

  private void run(int thread, Pieces pieces) throws DeviceException {
    // No copy may be in progress in the slots when this ends, even after a failure.
    try (UnderWay reads = new UnderWay(source);
        UnderWay writes = new UnderWay(destination)) {
      long count = pieces.count();
      long before = count;
      int slot = 0;
      for (long piece = pieces.next().getAndIncrement();
          ;
          piece = pieces.next().getAndIncrement()) {
        if (piece < count) {
          // This device's slot is free: its contents were copied on in the round before the last.
          reads.began(
              slot,
              source.read(
                  pieces.range().from(),
                  pieces.sourceOf(piece),
                  sending.slot(thread, slot, pieces.size(piece))));
          source.flush();
        }
        slot = PeerSlots.EACH - 1 - slot;
        if (before < count) {
          reads.await(slot);
          writes.await(slot);
          long size = pieces.size(before);
          ByteBuffer there = receiving.slot(thread, slot, size);
          there.put(sending.slot(thread, slot, size)).clear();
          writes.began(
              slot, destination.write(pieces.range().to(), pieces.targetOf(before), there));
          destination.flush();
        }
        if (piece >= count) {
          break;
        }
        before = piece;
      }
      for (int s = 0; s < PeerSlots.EACH; s++) {
        writes.await(s);
      }
    }
  }

  /** The copies of one thread in one queue, by their slots. */
  private static final class UnderWay implements AutoCloseable {
    private final DeviceQueue queue;
    private final long[] copies = new long[PeerSlots.EACH];
    private final boolean[] known = new boolean[PeerSlots.EACH];

    UnderWay(DeviceQueue queue) {
      this.queue = queue;
    }

    void began(int slot, long copy) {
      copies[slot] = copy;
      known[slot] = true;
    }

    void await(int slot) throws DeviceException {
      if (known[slot]) {
        known[slot] = false;
        queue.await(copies[slot]);
      }
    }

    @Override
    public void close() {
      for (int slot = 0; slot < PeerSlots.EACH; slot++) {
        try {
          await(slot);
        } catch (DeviceException failure) {
          // The earlier failure is reported instead.
          known[slot] = false;
        }
      }
    }
  }
}
