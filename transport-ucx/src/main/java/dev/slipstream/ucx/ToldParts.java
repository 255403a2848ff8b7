package dev.slipstream.ucx;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Assembles what one peer tells, since its parts may overtake each other. */
final class ToldParts {
  /** The most bytes that are told in one call. */
  static final int MOST_BYTES = 64 << 20;

  /** The most parts that may arrive too early; UCX reorders few, if any. */
  private static final int MOST_EARLY = 4096;

  private final TreeMap<Long, ControlMessage.Told> early = new TreeMap<>();
  private long next;
  private int total;
  private int have;
  private ByteBuffer[] parts = new ByteBuffer[0];
  private int count;

  /**
   * Adds a part.
   *
   * @param part as it arrived
   * @return what is complete, in the order in which it was told
   * @throws IllegalArgumentException if it does not fit the earlier parts
   */
  List<ByteBuffer> add(ControlMessage.Told part) {
    if (part.sequence() < next
        || early.size() >= MOST_EARLY
        || early.put(part.sequence(), part) != null) {
      throw new IllegalArgumentException("part " + part.sequence() + " where " + next + " is due");
    }
    List<ByteBuffer> complete = new ArrayList<>(1);
    while (!early.isEmpty() && early.firstKey() == next) {
      append(early.pollFirstEntry().getValue(), complete);
      next++;
    }
    return complete;
  }

  private void append(ControlMessage.Told part, List<ByteBuffer> complete) {
    if (part.offset() != have
        || (have > 0 && part.total() != total)
        || part.total() > MOST_BYTES
        || (part.bytes().remaining() == 0 && part.total() != 0)) {
      throw new IllegalArgumentException(
          part.bytes().remaining() + " bytes at " + part.offset() + " of " + part.total());
    }
    total = part.total();
    have += part.bytes().remaining();
    if (count == parts.length) {
      parts = java.util.Arrays.copyOf(parts, Math.max(1, 2 * count));
    }
    parts[count++] = part.bytes();
    if (have == total) {
      complete.add(joined());
    }
  }

  private ByteBuffer joined() {
    ByteBuffer all = count == 1 ? parts[0] : ByteBuffer.allocate(total);
    if (count > 1) {
      for (int i = 0; i < count; i++) {
        all.put(parts[i]);
      }
      all.flip();
    }
    parts = new ByteBuffer[0];
    count = 0;
    have = 0;
    return all;
  }
}
