package dev.slipstream.benchmarks.transport;

import dev.slipstream.model.region.Box;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A kind of transfer to measure.
 *
 * @param kind what is sent
 * @param bytes the size of a transfer
 */
record MeasuredTransfer(Kind kind, int bytes) {
  /** What is sent. */
  enum Kind {
    /** A message to the other node, there and back. */
    TOLD("told"),
    /** A region in one piece, there and back. */
    SMALL_REGION("region, there and back"),
    /** Regions in one piece, many in flight. */
    REGIONS("regions"),
    /** Regions of rows with gaps between them, many in flight. */
    ROWS("regions of rows");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** Whether the latency of one transfer is measured, not the bandwidth. */
    boolean isLatency() {
      return this == TOLD || this == SMALL_REGION;
    }
  }

  private static final int ROW_BYTES = 4096;
  private static final long TIME_BYTES = 1L << 30;

  /** Returns all transfers whose text contains another text. */
  static List<MeasuredTransfer> all(String contained) {
    return Stream.of(
            new MeasuredTransfer(Kind.TOLD, 8),
            new MeasuredTransfer(Kind.SMALL_REGION, 8),
            new MeasuredTransfer(Kind.SMALL_REGION, 4096),
            new MeasuredTransfer(Kind.REGIONS, 64 << 10),
            new MeasuredTransfer(Kind.ROWS, 64 << 10),
            new MeasuredTransfer(Kind.REGIONS, 1 << 20),
            new MeasuredTransfer(Kind.ROWS, 1 << 20),
            new MeasuredTransfer(Kind.REGIONS, 64 << 20),
            new MeasuredTransfer(Kind.ROWS, 64 << 20))
        .filter(transfer -> transfer.toString().contains(contained))
        .toList();
  }

  /** Returns the transfer with this text. */
  static MeasuredTransfer named(String text) {
    return all(text).get(0);
  }

  /** Returns how many transfers a measurement does over a connection of about so many GB/s. */
  int times(double speed) {
    return kind.isLatency()
        ? (int) (100_000 * speed)
        : (int) Math.max(8, Math.min(10_000, speed * TIME_BYTES / bytes));
  }

  /** Returns the elements of a region, of one byte each. */
  Box box() {
    return kind == Kind.ROWS ? Box.of(0, bytes / ROW_BYTES, 0, ROW_BYTES) : Box.of(0, bytes);
  }

  /** Returns the box that the memory holds. */
  Box allocated() {
    return kind == Kind.ROWS ? Box.of(0, bytes / ROW_BYTES, 0, 2 * ROW_BYTES) : Box.of(0, bytes);
  }

  String unit() {
    return kind.isLatency() ? "us" : "GB/s";
  }

  @Override
  public String toString() {
    String size = bytes < 1024 ? bytes + " B" : bytes < 1 << 20 ? (bytes >> 10) + " KiB" : "";
    return String.format(
        Locale.ROOT, "%s of %s", kind.text, size.isEmpty() ? (bytes >> 20) + " MiB" : size);
  }
}
