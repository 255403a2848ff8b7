package uk.ac.manchester.tornado.api.types.arrays;

/** An array of type float. */
public final class FloatArray extends TornadoNativeArray {
  public FloatArray(int length) {
    super(length, 4);
  }

  public float get(int index) {
    return device.getFloat(at(index));
  }

  public void set(int index, float value) {
    device.putFloat(at(index), value);
  }
}
