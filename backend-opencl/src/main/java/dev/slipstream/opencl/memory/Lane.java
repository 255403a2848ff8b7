package dev.slipstream.opencl.memory;

import dev.slipstream.opencl.driver.ClException;

/**
 * Two staging slots in turn: while the device copies one, a thread fills or empties the other. Used
 * by one thread at a time.
 */
final class Lane implements AutoCloseable {
  private final StagingSlot first;
  private final StagingSlot second;

  Lane(long context, long queue, long slotBytes) throws ClException {
    this.first = new StagingSlot(context, queue, slotBytes);
    try {
      this.second = new StagingSlot(context, queue, slotBytes);
    } catch (ClException e) {
      first.close();
      throw e;
    }
  }

  /** Takes pieces until none is left and starts their ways to the device. */
  void send(PieceSource pieces) throws ClException {
    StagingSlot slot = first;
    for (Piece piece = pieces.next(); !piece.isEnd(); piece = pieces.next()) {
      if (!slot.fits(piece)) {
        slot = other(slot);
        slot.await();
      }
      slot.send(piece);
    }
  }

  /** Takes pieces until none is left, fetches them and stores them. */
  void receive(PieceSource pieces, BeforeStore beforeStore) throws ClException {
    StagingSlot slot = first;
    for (Piece piece = pieces.next(); !piece.isEnd(); piece = pieces.next()) {
      if (!slot.fits(piece)) {
        slot = other(slot);
        slot.complete(beforeStore);
      }
      slot.request(piece);
    }
    other(slot).complete(beforeStore);
    slot.complete(beforeStore);
  }

  /** Forgets everything. Nothing may be under way. */
  void reset() {
    first.reset();
    second.reset();
  }

  @Override
  public void close() throws ClException {
    first.close();
    second.close();
  }

  private StagingSlot other(StagingSlot slot) {
    return slot == first ? second : first;
  }
}
