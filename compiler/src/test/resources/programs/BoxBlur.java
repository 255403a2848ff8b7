import dev.slipstream.api.Parallel;

/** The mean colour of a square window that ends at the image's edges. */
class BoxBlur {
  static int clamp(int v, int max) {
    return v < 0 ? 0 : v > max ? max : v;
  }

  static int[] blur(int[] rgb, int w, int h, int radius) {
    int[] out = new int[w * h];
    int area = (2 * radius + 1) * (2 * radius + 1);
    for (@Parallel int y = 0; y < h; y++) {
      for (@Parallel int x = 0; x < w; x++) {
        int r = 0, g = 0, b = 0;
        for (int dy = -radius; dy <= radius; dy++) {
          for (int dx = -radius; dx <= radius; dx++) {
            int p = rgb[clamp(y + dy, h - 1) * w + clamp(x + dx, w - 1)];
            r += (p >> 16) & 0xff;
            g += (p >> 8) & 0xff;
            b += p & 0xff;
          }
        }
        out[y * w + x] = 0xff000000 | (r / area) << 16 | (g / area) << 8 | (b / area);
      }
    }
    return out;
  }

  static Object run(int size) {
    int[] rgb = new int[size * (size + 4)];
    for (int i = 0; i < rgb.length; i++) {
      rgb[i] = i * 0x10305;
    }
    return blur(rgb, size, size + 4, 2);
  }
}
