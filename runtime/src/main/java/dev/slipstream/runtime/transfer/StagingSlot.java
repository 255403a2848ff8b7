package dev.slipstream.runtime.transfer;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.DeviceQueue;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A stretch of pinned host memory through which pieces travel: the device copies to and from it
 * several times as fast as ordinary memory, and without the calling thread. Filled from its start
 * until it is full, then emptied as a whole. Used by one thread at a time.
 */
final class StagingSlot {
  private static final int ALIGNMENT = 64;

  private record Arrival(StagedPiece piece, ByteBuffer at) {}

  private final DeviceMemory memory;
  private final DeviceQueue queue;
  private final ByteBuffer pinned;
  private final List<Arrival> arrivals = new ArrayList<>();
  private int used;
  private boolean underWay;
  private long last;

  StagingSlot(DeviceMemory memory, DeviceQueue queue, long bytes) throws DeviceException {
    this.memory = memory;
    this.queue = queue;
    this.pinned = memory.pin(bytes);
  }

  /** Whether a piece still fits. */
  boolean fits(StagedPiece piece) {
    return used + piece.bytes() <= pinned.capacity();
  }

  /** Copies a piece in and starts its way to the device. */
  void send(StagedPiece piece) throws DeviceException {
    ByteBuffer at = place(piece);
    piece.load(at);
    remember(queue.write(piece.part().buffer(), piece.deviceOffset(), at.clear()));
    queue.flush();
  }

  /** Starts a piece's way from the device. */
  void request(StagedPiece piece) throws DeviceException {
    ByteBuffer at = place(piece);
    remember(queue.read(piece.part().buffer(), piece.deviceOffset(), at));
    queue.flush();
    arrivals.add(new Arrival(piece, at));
  }

  /** Waits for what is under way and stores what arrived. Afterwards the slot is empty. */
  void complete(BeforeStore beforeStore) throws DeviceException {
    awaitLast();
    if (!arrivals.isEmpty()) {
      beforeStore.run();
      for (Arrival arrival : arrivals) {
        arrival.piece().store(arrival.at());
      }
    }
    reset();
  }

  /** Waits for what is under way to the device. Afterwards the slot is empty. */
  void await() throws DeviceException {
    awaitLast();
    reset();
  }

  private void awaitLast() throws DeviceException {
    if (underWay) {
      // The queue works in order: with the last copy the earlier ones have ended, too.
      underWay = false;
      queue.await(last);
    }
  }

  /** Forgets everything, when nothing is under way any more. */
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

  private ByteBuffer place(StagedPiece piece) {
    ByteBuffer at = pinned.slice(used, piece.bytes()).order(pinned.order());
    used += (piece.bytes() + ALIGNMENT - 1) & -ALIGNMENT;
    return at;
  }

  private void remember(long copy) {
    if (underWay) {
      queue.forget(last);
    }
    underWay = true;
    last = copy;
  }
}
