package dev.slipstream.runtime.transfer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Primitives of an array as they were before a launch that may skip some of them. Several threads
 * may keep and store different ones at the same time.
 */
public final class ElementsBefore {
  private final ElementType type;
  private final long from;
  private final long to;
  private final List<ByteBuffer> memory;

  private ElementsBefore(ElementType type, long from, long to, List<ByteBuffer> memory) {
    this.type = type;
    this.from = from;
    this.to = to;
    this.memory = memory;
  }

  /**
   * Memory that several launches use in sequence: fresh pages cost more than a copy. Used by one
   * launch at a time.
   */
  public static final class Memory {
    private static final int PART = 1 << 22;

    /** How much is kept for the next launch. */
    private static final int MOST_KEPT = 64;

    private final List<ByteBuffer> parts = new ArrayList<>();
    private int used;

    /** Creates it without memory. */
    public Memory() {}

    /**
     * Allocates room for primitives, until {@link #giveAllBack}.
     *
     * @param from the number of the first one
     * @param to one past the last
     */
    public ElementsBefore take(ElementType type, long from, long to) {
      List<ByteBuffer> taken = new ArrayList<>();
      for (long bytes = type.bytes(to - from); bytes > 0; bytes -= PART) {
        if (used == parts.size()) {
          parts.add(ByteBuffer.allocateDirect(PART).order(ByteOrder.nativeOrder()));
        }
        taken.add(parts.get(used++));
      }
      return new ElementsBefore(type, from, to, taken);
    }

    /** Frees everything that was allocated. */
    public void giveAllBack() {
      used = 0;
      if (parts.size() > MOST_KEPT) {
        parts.subList(MOST_KEPT, parts.size()).clear();
      }
    }
  }

  /** An action on contiguous primitives. */
  @FunctionalInterface
  private interface Part {
    void run(long first, int count, ByteBuffer before);
  }

  /** Keeps the given primitives, if they are in the range. */
  void keep(long first, int count, ByteBuffer loaded) {
    int at = loaded.position();
    each(
        first,
        count,
        (number, some, before) -> {
          int offset = at + (int) type.bytes(number - first);
          before.put(loaded.slice(offset, (int) type.bytes(some)));
        });
  }

  /** Stores those that have changed. */
  void storeChanged(ArrayLayout layout, long first, int count, ByteBuffer source) {
    int at = source.position();
    each(
        first,
        count,
        (number, some, before) ->
            layout.storeChanged(
                number, some, source.position(at + (int) type.bytes(number - first)), before));
  }

  private void each(long first, int count, Part part) {
    long end = Math.min(first + count, to);
    int each = type.elements(Memory.PART);
    long number = Math.max(first, from);
    while (number < end) {
      int place = (int) ((number - from) / each);
      long next = Math.min(end, from + (place + 1L) * each);
      ByteBuffer before = memory.get(place).duplicate().order(ByteOrder.nativeOrder());
      before.clear().position((int) type.bytes(number - from - (long) place * each));
      part.run(number, (int) (next - number), before);
      number = next;
    }
  }
}
