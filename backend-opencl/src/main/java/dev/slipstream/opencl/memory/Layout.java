package dev.slipstream.opencl.memory;

/**
 * The primitives of an array in one sequence, numbered from 0 as they lie in a device buffer. Not
 * changed once made, so that several threads may copy.
 */
sealed interface Layout permits FlatLayout, RowLayout {
  /** The type of the primitives. */
  ElementType type();

  /** How many primitives the device buffer has room for. */
  long size();

  /**
   * The number of the first primitive of an element of the outermost array.
   *
   * @param index an accessed element, or one past the last
   */
  long start(int index);

  /** Copies {@code count} primitives, from number {@code from} on, to native memory. */
  void load(long from, int count, long address);

  /** Copies {@code count} primitives from native memory, to number {@code from} and on. */
  void store(long from, int count, long address);

  /**
   * Like {@link #store}, but touches only those whose bits at {@code address} differ from those at
   * {@code before}.
   */
  void storeChanged(long from, int count, long address, long before);
}
