package dev.slipstream.ucx;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.openucx.jucx.UcxUtils;

/**
 * Memory for pieces that do not lie in one piece where they go. Apart from {@link StagingMemory},
 * so that two nodes that send to each other never wait for each other. Belongs to one thread.
 */
final class ReceiveBuffers {
  private static final int MOST = 16;

  /** One of them. */
  record Piece(ByteBuffer bytes, long address) {}

  private final Deque<Piece> free = new ArrayDeque<>();
  private int made;

  /** Takes one of {@link StagingMemory#SLOT_BYTES} bytes; null if all are in use. */
  @Nullable Piece take() {
    Piece piece = free.pollFirst();
    if (piece == null && made < MOST) {
      made++;
      ByteBuffer bytes = ByteBuffer.allocateDirect(StagingMemory.SLOT_BYTES);
      piece = new Piece(bytes, UcxUtils.getAddress(bytes));
    }
    return piece;
  }

  /** Whether {@link #take} gives one. */
  boolean hasFree() {
    return !free.isEmpty() || made < MOST;
  }

  /** One that was taken never comes back. */
  void forget() {
    made--;
  }

  void giveBack(Piece piece) {
    free.addFirst(piece);
  }
}
