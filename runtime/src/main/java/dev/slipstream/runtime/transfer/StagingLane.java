package dev.slipstream.runtime.transfer;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.DeviceQueue;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two stretches of pinned host memory in turn, through which pieces travel: the device copies to
 * and from it several times as fast as ordinary memory, and without the calling thread. While it
 * copies one, a thread fills or empties the other. Used by one thread at a time.
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
   * Takes pieces until none is left, brings them to the device or from there, and returns when they
   * have arrived.
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

  /** A stretch of memory, filled from its start until it is full, then emptied as a whole. */
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

    /** Copies a piece in and starts its way to the device, or its way from the device. */
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

    /** Waits for what is under way and stores what has come. Afterwards the slot is empty. */
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
        // The queue works in order: with the last copy the earlier ones have ended, too.
        underWay = false;
        queue.await(last);
      }
    }

    /** After a failure: forgets everything, when nothing is under way any more. */
    void settle() {
      try {
        awaitLast();
      } catch (DeviceException known) {
        // What has failed before tells why.
        underWay = false;
      }
      reset();
    }

    private void reset() {
      arrivals.clear();
      used = 0;
    }

    /** Unpins the memory. Nothing may be under way. */
    void close() throws DeviceException {
      if (underWay) {
        queue.forget(last);
      }
      memory.unpin(pinned);
    }
  }
}
