package dev.slipstream.runtime.graph.instruction;

/**
 * The memories in which elements are fresh, and whether these are zeros that no code has written,
 * which need no copy. Immutable.
 *
 * @param bits bit n is the memory of number n; the highest bit means zeros
 */
record MemorySet(long bits) {
  static final MemorySet NONE = new MemorySet(0);

  private static final long ZEROS = Long.MIN_VALUE;

  /** Elements that no code has written: the heap contains zeros, and any memory can be zeroed. */
  static final MemorySet UNWRITTEN = new MemorySet(ZEROS | 1L << MemoryId.HEAP.number());

  static MemorySet only(MemoryId memory) {
    return new MemorySet(1L << memory.number());
  }

  boolean contains(MemoryId memory) {
    return (bits >>> memory.number() & 1) != 0;
  }

  boolean isZeros() {
    return bits < 0;
  }

  boolean isOnly(MemoryId memory) {
    return bits == 1L << memory.number();
  }

  MemorySet with(MemoryId memory) {
    return contains(memory) ? this : new MemorySet(bits | 1L << memory.number());
  }

  MemorySet without(MemoryId memory) {
    return contains(memory) ? new MemorySet(bits & ~(1L << memory.number())) : this;
  }

  /** The memory of the lowest number from some number on, or -1. */
  int next(int from) {
    long rest = (bits & ~ZEROS) >>> from;
    return rest == 0 ? -1 : from + Long.numberOfTrailingZeros(rest);
  }
}
