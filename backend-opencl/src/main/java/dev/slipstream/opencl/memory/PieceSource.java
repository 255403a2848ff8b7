package dev.slipstream.opencl.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The pieces of one transfer, handed out to the lanes in order. Thread-safe. */
final class PieceSource {
  /** Says that there are no more pieces. */
  static final Piece END = new Piece(new ArrayUse(new byte[0]), 0, 0);

  private final List<Piece> pieces = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final long mostBytes;
  private long bytes;

  private PieceSource(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /**
   * Pieces for what has to reach the device before the launch.
   *
   * @param mostBytes the largest size of a piece
   */
  static PieceSource toDevice(List<ArrayUse> uses, long mostBytes) {
    PieceSource source = new PieceSource(mostBytes);
    for (ArrayUse use : uses) {
      source.addRange(use, use.uploadFrom(), use.uploadTo());
    }
    return source;
  }

  /**
   * Pieces for what has to come back after the launch.
   *
   * @param mostBytes the largest size of a piece
   */
  static PieceSource fromDevice(List<ArrayUse> uses, long mostBytes) {
    PieceSource source = new PieceSource(mostBytes);
    for (ArrayUse use : uses) {
      source.addRange(use, use.writtenFrom(), use.writtenTo());
    }
    return source;
  }

  private void addRange(ArrayUse use, int from, int to) {
    if (from < to) {
      add(use, use.position(from), use.position(to));
    }
  }

  private void add(ArrayUse use, long from, long to) {
    int most = use.type().elements(mostBytes);
    for (long at = from; at < to; ) {
      int count = (int) Math.min(most, to - at);
      pieces.add(new Piece(use, at, count));
      bytes += use.type().bytes(count);
      at += count;
    }
  }

  /** The next piece, or {@link #END}. */
  Piece next() {
    if (stopped.get()) {
      return END;
    }
    int index = next.getAndIncrement();
    return index < pieces.size() ? pieces.get(index) : END;
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
