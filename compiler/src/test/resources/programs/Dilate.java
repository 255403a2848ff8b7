import dev.slipstream.api.Parallel;

/** Dilation and erosion of a black and white image. */
class Dilate {
  static boolean[][] dilate(boolean[][] in) {
    int h = in.length, w = in[0].length;
    boolean[][] out = new boolean[h][w];
    for (@Parallel int y = 0; y < h; y++) {
      for (int x = 0; x < w; x++) {
        out[y][x] =
            in[y][x]
                || (x > 0 && in[y][x - 1])
                || (x < w - 1 && in[y][x + 1])
                || (y > 0 && in[y - 1][x])
                || (y < h - 1 && in[y + 1][x]);
      }
    }
    return out;
  }

  static boolean[][] invert(boolean[][] in) {
    boolean[][] out = new boolean[in.length][in[0].length];
    for (@Parallel int y = 0; y < in.length; y++) {
      for (@Parallel int x = 0; x < in[0].length; x++) {
        out[y][x] = !in[y][x];
      }
    }
    return out;
  }

  static Object run(int size) {
    boolean[][] image = new boolean[size][size + 2];
    for (int y = 0; y < size; y++) {
      for (int x = 0; x < size + 2; x++) {
        image[y][x] = (x * y + x) % 11 == 0;
      }
    }
    return invert(dilate(invert(dilate(image))));
  }
}
