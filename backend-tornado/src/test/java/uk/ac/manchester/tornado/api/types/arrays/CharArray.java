package uk.ac.manchester.tornado.api.types.arrays;

/** An array of type char. */
public final class CharArray extends TornadoNativeArray {
  public CharArray(int length) {
    super(length, 2);
  }

  public char get(int index) {
    return device.getChar(at(index));
  }

  public void set(int index, char value) {
    device.putChar(at(index), value);
  }
}
