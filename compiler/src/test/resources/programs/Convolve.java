import dev.slipstream.api.Parallel;

/** A convolution with a kernel of 5 by 5; the edge is mirrored. */
class Convolve {
  private static final float[][] KERNEL = {
    {1, 4, 6, 4, 1}, {4, 16, 24, 16, 4}, {6, 24, 36, 24, 6}, {4, 16, 24, 16, 4}, {1, 4, 6, 4, 1}
  };

  static Object run(int size) {
    int w = size, h = size - 3;
    float[] in = new float[w * h], out = new float[w * h];
    for (int i = 0; i < in.length; i++) {
      in[i] = (i * 73) % 256;
    }
    for (@Parallel int y = 0; y < h; y++) {
      for (@Parallel int x = 0; x < w; x++) {
        float sum = 0;
        for (int ky = 0; ky < 5; ky++) {
          for (int kx = 0; kx < 5; kx++) {
            int sx = Math.abs(x + kx - 2);
            int sy = Math.abs(y + ky - 2);
            if (sx >= w) {
              sx = 2 * w - 2 - sx;
            }
            if (sy >= h) {
              sy = 2 * h - 2 - sy;
            }
            sum += KERNEL[ky][kx] * in[sy * w + sx];
          }
        }
        out[y * w + x] = sum / 256f;
      }
    }
    return out;
  }
}
