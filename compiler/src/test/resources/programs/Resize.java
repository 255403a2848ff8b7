import dev.slipstream.api.Parallel;

/** An image at another size, by bilinear interpolation. */
class Resize {
  static float[] resize(float[] src, int sw, int sh, int dw, int dh) {
    float[] dst = new float[dw * dh];
    float scaleX = (float) (sw - 1) / dw;
    float scaleY = (float) (sh - 1) / dh;
    for (@Parallel int y = 0; y < dh; y++) {
      for (@Parallel int x = 0; x < dw; x++) {
        float fx = x * scaleX, fy = y * scaleY;
        int x0 = (int) fx, y0 = (int) fy;
        float ax = fx - x0, ay = fy - y0;
        float top = src[y0 * sw + x0] * (1 - ax) + src[y0 * sw + x0 + 1] * ax;
        float bottom = src[(y0 + 1) * sw + x0] * (1 - ax) + src[(y0 + 1) * sw + x0 + 1] * ax;
        dst[y * dw + x] = top * (1 - ay) + bottom * ay;
      }
    }
    return dst;
  }

  static Object run(int size) {
    float[] src = new float[size * size];
    for (int i = 0; i < src.length; i++) {
      src[i] = (i * 5) % 64;
    }
    return resize(src, size, size, size * 3 / 2, size * 2 / 3);
  }
}
