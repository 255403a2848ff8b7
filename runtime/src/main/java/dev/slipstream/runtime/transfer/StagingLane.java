package dev.slipstream.runtime.transfer;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.DeviceQueue;
import org.jspecify.annotations.Nullable;

/**
 * Two staging slots in turn: while the device copies one, a thread fills or empties the other. Used
 * by one thread at a time.
 */
final class StagingLane {
  private final StagingSlot first;
  private final StagingSlot second;

  StagingLane(DeviceMemory memory, DeviceQueue queue, long slotBytes) throws DeviceException {
    this.first = new StagingSlot(memory, queue, slotBytes);
    try {
      this.second = new StagingSlot(memory, queue, slotBytes);
    } catch (DeviceException e) {
      first.close();
      throw e;
    }
  }

  /** Takes pieces until none is left and starts their ways to the device. */
  void send(StagedPieces pieces) throws DeviceException {
    StagingSlot slot = first;
    for (@Nullable StagedPiece piece = pieces.next(); piece != null; piece = pieces.next()) {
      if (!slot.fits(piece)) {
        slot = other(slot);
        slot.await();
      }
      slot.send(piece);
    }
  }

  /** Takes pieces until none is left, fetches them and stores them. */
  void receive(StagedPieces pieces, BeforeStore beforeStore) throws DeviceException {
    StagingSlot slot = first;
    for (@Nullable StagedPiece piece = pieces.next(); piece != null; piece = pieces.next()) {
      if (!slot.fits(piece)) {
        slot = other(slot);
        slot.complete(beforeStore);
      }
      slot.request(piece);
    }
    other(slot).complete(beforeStore);
    slot.complete(beforeStore);
  }

  /** Waits until everything that was sent has arrived. */
  void await() throws DeviceException {
    first.await();
    second.await();
  }

  /** Forgets everything, when nothing is under way any more. */
  void settle() {
    first.settle();
    second.settle();
  }

  void close() throws DeviceException {
    first.close();
    second.close();
  }

  private StagingSlot other(StagingSlot slot) {
    return slot == first ? second : first;
  }
}
