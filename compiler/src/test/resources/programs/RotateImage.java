import dev.slipstream.api.Parallel;

/** An image turned about its centre. */
class RotateImage {
  static Object run(int size) {
    int n = size;
    int[] in = new int[n * n], out = new int[n * n];
    for (int i = 0; i < in.length; i++) {
      in[i] = i * 0x1f1f1f;
    }
    double angle = 0.3;
    for (@Parallel int y = 0; y < n; y++) {
      for (@Parallel int x = 0; x < n; x++) {
        double dx = x - n / 2, dy = y - n / 2;
        int sx = (int) Math.floor(dx * Math.cos(angle) - dy * Math.sin(angle) + n / 2 + 0.5);
        int sy = (int) Math.floor(dx * Math.sin(angle) + dy * Math.cos(angle) + n / 2 + 0.5);
        if (sx >= 0 && sx < n && sy >= 0 && sy < n) {
          out[y * n + x] = in[sy * n + sx];
        } else {
          out[y * n + x] = 0xff000000;
        }
      }
    }
    return out;
  }
}
