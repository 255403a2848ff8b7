package dev.slipstream.runtime.transfer;

import dev.slipstream.model.kernel.ArrayRows;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * The layout of an array of primitives.
 *
 * @param array the array
 * @param type its type
 * @param length its length
 */
record FlatLayout(Object array, ElementType type, int length) implements ArrayLayout {
  @Override
  public long size() {
    return length;
  }

  @Override
  public long start(int index) {
    return index;
  }

  @Override
  public List<Integer> heights() {
    return List.of();
  }

  @Override
  public int rowLength() {
    return 1;
  }

  @Override
  public Optional<ArrayRows> rows() {
    return Optional.empty();
  }

  @Override
  public Optional<Object> flat() {
    return Optional.of(array);
  }

  @Override
  public void load(long from, int count, ByteBuffer target) {
    type.load(array, (int) from, count, target);
  }

  @Override
  public void store(long from, int count, ByteBuffer source) {
    type.store(array, (int) from, count, source);
  }

  @Override
  public void storeChanged(long from, int count, ByteBuffer source, ByteBuffer before) {
    type.storeChanged(array, (int) from, count, source, before);
  }
}
