package uk.ac.manchester.tornado.api.types.arrays;

/** An array of type short. */
public final class ShortArray extends TornadoNativeArray {
  public ShortArray(int length) {
    super(length, 2);
  }

  public short get(int index) {
    return device.getShort(at(index));
  }

  public void set(int index, short value) {
    device.putShort(at(index), value);
  }
}
