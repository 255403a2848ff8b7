package dev.slipstream.opencl.memory;

/**
 * An array of primitives, as it is.
 *
 * @param array the array
 * @param type its type
 * @param length how many elements it has
 */
record FlatLayout(Object array, ElementType type, int length) implements Layout {

  @Override
  public long size() {
    return length;
  }

  @Override
  public long start(int index) {
    return index;
  }

  @Override
  public void load(long from, int count, long address) {
    type.load(array, (int) from, count, address);
  }

  @Override
  public void store(long from, int count, long address) {
    type.store(array, (int) from, count, address);
  }

  @Override
  public void storeChanged(long from, int count, long address, long before) {
    type.storeChanged(array, (int) from, count, address, before);
  }
}
