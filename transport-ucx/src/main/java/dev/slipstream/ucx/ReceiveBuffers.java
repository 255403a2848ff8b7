package dev.slipstream.ucx;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.openucx.jucx.UcxUtils;

/**
 * Memory for pieces whose destination is not contiguous. Separate from {@link StagingMemory}, so
 * that two nodes that send to each other never wait for each other. Used by one thread.
 */
final class ReceiveBuffers {
  private static final int MOST = 16;

  /** One buffer. */
  record Piece(ByteBuffer bytes, long address) {}

  private final Deque<Piece> free = new ArrayDeque<>();
  private int made;

  /** Returns a buffer of {@link StagingMemory#SLOT_BYTES} bytes; null if all are in use. */
  @Nullable Piece take() {
    Piece piece = free.pollFirst();
    if (piece == null && made < MOST) {
      made++;
      ByteBuffer bytes = ByteBuffer.allocateDirect(StagingMemory.SLOT_BYTES);
      piece = new Piece(bytes, UcxUtils.getAddress(bytes));
    }
    return piece;
  }

  /** Whether {@link #take} would return one. */
  boolean hasFree() {
    return !free.isEmpty() || made < MOST;
  }

  /** Notes that a buffer is never returned. */
  void forget() {
    made--;
  }

  void giveBack(Piece piece) {
    free.addFirst(piece);
  }
}
