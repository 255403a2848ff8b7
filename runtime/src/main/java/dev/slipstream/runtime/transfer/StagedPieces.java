package dev.slipstream.runtime.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The pieces of one transfer, handed out to the lanes in order. Thread-safe. */
final class StagedPieces {
  private final List<StagedPiece> pieces = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private long bytes;

  /**
   * Cuts what travels into pieces.
   *
   * @param mostBytes the largest size of a piece
   */
  StagedPieces(List<ArrayPart> parts, long mostBytes) {
    for (ArrayPart part : parts) {
      ElementType type = part.layout().type();
      int most = type.elements(mostBytes);
      for (long at = part.from(); at < part.to(); ) {
        int count = (int) Math.min(most, part.to() - at);
        pieces.add(new StagedPiece(part, at, count));
        bytes += type.bytes(count);
        at += count;
      }
    }
  }

  /** The next piece; null if there is none. */
  @Nullable StagedPiece next() {
    if (stopped.get()) {
      return null;
    }
    int index = next.getAndIncrement();
    return index < pieces.size() ? pieces.get(index) : null;
  }

  /** Hands out no further pieces. */
  void stop() {
    stopped.set(true);
  }

  /** The number of pieces in all. */
  int size() {
    return pieces.size();
  }

  /** The size of all pieces in bytes. */
  long bytes() {
    return bytes;
  }
}
