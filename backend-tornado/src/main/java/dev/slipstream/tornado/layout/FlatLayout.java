package dev.slipstream.tornado.layout;

import dev.slipstream.tornado.kernel.ElementKind;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.Optional;

/** An array of primitives. */
record FlatLayout(Object array, ElementKind kind) implements ArrayLayout {
  @Override
  public long size() {
    return Array.getLength(array);
  }

  @Override
  public long room() {
    return size();
  }

  @Override
  public long start(int index) {
    return index;
  }

  @Override
  public RowShape shape() {
    return RowShape.NONE;
  }

  @Override
  public int[] table() {
    return new int[0];
  }

  @Override
  public Optional<Object> flat() {
    return array instanceof boolean[] ? Optional.empty() : Optional.of(array);
  }

  @Override
  public void put(int first, int count, ByteBuffer target) {
    ElementCopies.put(kind, array, first, count, target);
  }

  @Override
  public void get(int first, int count, ByteBuffer source) {
    ElementCopies.get(kind, array, first, count, source);
  }

  @Override
  public void getChanged(int first, int count, ByteBuffer source, ByteBuffer before) {
    ElementCopies.getChanged(kind, array, first, count, source, before);
  }
}
