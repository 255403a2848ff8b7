package dev.slipstream.runtime.transfer;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.DeviceQueue;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two slots of pinned host memory through which pieces are copied in turn. The device copies to and
 * from pinned memory several times as fast as ordinary memory, and without the calling thread.
 * While the device copies one slot, a thread fills or empties the other. Used by one thread at a
 * time.
 */
final class StagingLane {
  private static final int ALIGNMENT = 64;

  private final DeviceMemory memory;
  private final DeviceQueue queue;
  private final Slot first;
  private final Slot second;

  StagingLane(DeviceMemory memory, DeviceQueue queue, long slotBytes) throws DeviceException {
    this.memory = memory;
    this.queue = queue;
    this.first = new Slot(memory.pin(slotBytes));
    try {
      this.second = new Slot(memory.pin(slotBytes));
    } catch (DeviceException e) {
      first.close();
      throw e;
    }
  }

  /**
   * Takes pieces until none is left, copies them to or from the device, and returns when all copies
   * are complete.
   */
  void run(StagedPieces pieces, boolean toDevice) throws DeviceException {
    boolean done = false;
    try {
      Slot slot = first;
      for (@Nullable ArrayPart piece = pieces.next(); piece != null; piece = pieces.next()) {
        if (!slot.fits(piece)) {
          slot = other(slot);
          slot.complete(pieces);
        }
        slot.start(piece, toDevice);
      }
      other(slot).complete(pieces);
      slot.complete(pieces);
      done = true;
    } finally {
      if (!done) {
        pieces.stop();
        first.settle();
        second.settle();
      }
    }
  }

  void close() throws DeviceException {
    first.close();
    second.close();
  }

  private Slot other(Slot slot) {
    return slot == first ? second : first;
  }

  private record Arrival(ArrayPart piece, ByteBuffer at) {}

  /** A piece of memory, filled from its start until it is full, then emptied as a whole. */
  private final class Slot {
    private final ByteBuffer pinned;
    private final List<Arrival> arrivals = new ArrayList<>();
    private int used;
    private boolean underWay;
    private long last;

    Slot(ByteBuffer pinned) {
      this.pinned = pinned;
    }

    boolean fits(ArrayPart piece) {
      return used + piece.bytes() <= pinned.capacity();
    }

    /** Starts the copy of a piece; to the device, copies it into the slot first. */
    void start(ArrayPart piece, boolean toDevice) throws DeviceException {
      int bytes = (int) piece.bytes();
      ByteBuffer at = pinned.slice(used, bytes).order(pinned.order());
      used += (bytes + ALIGNMENT - 1) & -ALIGNMENT;
      if (toDevice) {
        piece.load(at);
        remember(queue.write(piece.buffer(), piece.offset(), at.clear()));
      } else {
        remember(queue.read(piece.buffer(), piece.offset(), at));
        arrivals.add(new Arrival(piece, at));
      }
      queue.flush();
    }

    private void remember(long copy) {
      if (underWay) {
        queue.forget(last);
      }
      underWay = true;
      last = copy;
    }

    /**
     * Waits for the copies in progress and stores what was copied from the device. Afterwards the
     * slot is empty.
     */
    void complete(StagedPieces pieces) throws DeviceException {
      awaitLast();
      for (Arrival arrival : arrivals) {
        pieces.storing();
        arrival.piece().store(arrival.at());
      }
      reset();
    }

    private void awaitLast() throws DeviceException {
      if (underWay) {
        // The queue works in order: when the last copy is complete, the earlier ones are, too.
        underWay = false;
        queue.await(last);
      }
    }

    /** After a failure, waits until no copy is in progress and drops everything. */
    void settle() {
      try {
        awaitLast();
      } catch (DeviceException known) {
        // The earlier failure is reported instead.
        underWay = false;
      }
      reset();
    }

    private void reset() {
      arrivals.clear();
      used = 0;
    }

    /** Unpins the memory. No copy may be in progress. */
    void close() throws DeviceException {
      if (underWay) {
        queue.forget(last);
      }
      memory.unpin(pinned);
    }
  }
}
