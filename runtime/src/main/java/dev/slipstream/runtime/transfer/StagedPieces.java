package dev.slipstream.runtime.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The pieces of one transfer, which the lanes take in order. Thread-safe. */
final class StagedPieces {
  private final List<ArrayPart> pieces = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();
  private volatile boolean stopped;
  private volatile boolean stored;
  private long bytes;

  /**
   * Cuts parts into pieces.
   *
   * @param mostBytes the largest size of a piece
   */
  StagedPieces(List<ArrayPart> parts, long mostBytes) {
    for (ArrayPart part : parts) {
      int most = part.layout().type().elements(mostBytes);
      bytes += part.bytes();
      for (long at = part.from(); at < part.to(); at += most) {
        pieces.add(part.piece(at, Math.min(at + most, part.to())));
      }
    }
  }

  /** Returns the next piece; null if there is none. */
  @Nullable ArrayPart next() {
    if (stopped) {
      return null;
    }
    int index = next.getAndIncrement();
    return index < pieces.size() ? pieces.get(index) : null;
  }

  /** Stops giving out pieces. */
  void stop() {
    stopped = true;
  }

  /** Notes that something is about to be stored in an array. */
  void storing() {
    if (!stored) {
      stored = true;
    }
  }

  /** Whether something may have been stored in an array. */
  boolean hasStored() {
    return stored;
  }

  /** The total number of pieces. */
  int size() {
    return pieces.size();
  }

  /** The size of all pieces in bytes. */
  long bytes() {
    return bytes;
  }
}
