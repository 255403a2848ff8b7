import dev.slipstream.api.Parallel;

/** Gamma correction of bytes by a table. */
class GammaTable {
  private static final byte[] GAMMA = new byte[256];

  static {
    for (int i = 0; i < 256; i++) {
      GAMMA[i] = (byte) Math.round(255 * Math.pow(i / 255.0, 1 / 2.2));
    }
  }

  static Object run(int size) {
    byte[] image = new byte[size];
    for (int i = 0; i < size; i++) {
      image[i] = (byte) (i * 11);
    }
    for (@Parallel int i = 0; i < image.length; i++) {
      image[i] = GAMMA[image[i] & 0xff];
    }
    return image;
  }
}
