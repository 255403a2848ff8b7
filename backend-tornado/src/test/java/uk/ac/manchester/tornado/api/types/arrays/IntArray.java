package uk.ac.manchester.tornado.api.types.arrays;

/** An array of type int. */
public final class IntArray extends TornadoNativeArray {
  public IntArray(int length) {
    super(length, 4);
  }

  public int get(int index) {
    return device.getInt(at(index));
  }

  public void set(int index, int value) {
    device.putInt(at(index), value);
  }
}
