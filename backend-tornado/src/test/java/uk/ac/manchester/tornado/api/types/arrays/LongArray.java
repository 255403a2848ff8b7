package uk.ac.manchester.tornado.api.types.arrays;

/** An array of type long. */
public final class LongArray extends TornadoNativeArray {
  public LongArray(int length) {
    super(length, 8);
  }

  public long get(int index) {
    return device.getLong(at(index));
  }

  public void set(int index, long value) {
    device.putLong(at(index), value);
  }
}
