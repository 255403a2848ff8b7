package uk.ac.manchester.tornado.api.types.arrays;

/** An array of type double. */
public final class DoubleArray extends TornadoNativeArray {
  public DoubleArray(int length) {
    super(length, 8);
  }

  public double get(int index) {
    return device.getDouble(at(index));
  }

  public void set(int index, double value) {
    device.putDouble(at(index), value);
  }
}
