import dev.slipstream.api.Parallel;

/** The strength of edges in a gray image. */
class Sobel {
  static int[] sobel(int[] gray, int width, int height) {
    int[] edges = new int[gray.length];
    for (@Parallel int y = 1; y < height - 1; y++) {
      for (@Parallel int x = 1; x < width - 1; x++) {
        int i = y * width + x;
        int gx =
            gray[i - width + 1]
                + 2 * gray[i + 1]
                + gray[i + width + 1]
                - gray[i - width - 1]
                - 2 * gray[i - 1]
                - gray[i + width - 1];
        int gy =
            gray[i + width - 1]
                + 2 * gray[i + width]
                + gray[i + width + 1]
                - gray[i - width - 1]
                - 2 * gray[i - width]
                - gray[i - width + 1];
        int strength = (int) Math.sqrt(gx * gx + gy * gy);
        edges[i] = strength > 255 ? 255 : strength;
      }
    }
    return edges;
  }

  static Object run(int size) {
    int[] gray = new int[size * (size - 8)];
    for (int i = 0; i < gray.length; i++) {
      gray[i] = (i * i / 7) & 0xff;
    }
    return sobel(gray, size, size - 8);
  }
}
