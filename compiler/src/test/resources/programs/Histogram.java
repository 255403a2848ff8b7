import dev.slipstream.api.Parallel;

/** How often each byte value occurs. */
class Histogram {
  static int[] histogram(byte[] data) {
    int[] h = new int[256];
    for (@Parallel int i = 0; i < data.length; i++) {
      h[data[i] & 0xff]++;
    }
    return h;
  }

  static Object run(int size) {
    byte[] data = new byte[size];
    for (int i = 0; i < size; i++) {
      data[i] = (byte) (i * i + 3 * i);
    }
    return histogram(data);
  }
}
