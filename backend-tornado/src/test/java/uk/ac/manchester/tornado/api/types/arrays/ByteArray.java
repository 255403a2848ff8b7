package uk.ac.manchester.tornado.api.types.arrays;

/** An array of type byte. */
public final class ByteArray extends TornadoNativeArray {
  public ByteArray(int length) {
    super(length, 1);
  }

  public byte get(int index) {
    return device.get(at(index));
  }

  public void set(int index, byte value) {
    device.put(at(index), value);
  }
}
