package uk.ac.manchester.tornado.api;

import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Some elements of an array. */
public class DataRange {
  final TornadoNativeArray array;
  int offset;
  int size;

  public DataRange(TornadoNativeArray array) {
    this.array = array;
  }

  public DataRange withOffset(long first) {
    offset = Math.toIntExact(first);
    return this;
  }

  public DataRange withSize(long count) {
    size = Math.toIntExact(count);
    return this;
  }
}
