import dev.slipstream.api.Parallel;

/** Escape times of the Mandelbrot set. */
class Mandelbrot {
  static Object run(int size) {
    final int width = size, height = size, limit = 200;
    short[] times = new short[width * height];
    for (@Parallel int py = 0; py < height; py++) {
      for (@Parallel int px = 0; px < width; px++) {
        double cx = -2.2 + 3.0 * px / width, cy = -1.5 + 3.0 * py / height;
        double zx = 0, zy = 0;
        int n;
        for (n = 0; n < limit; n++) {
          double t = zx * zx - zy * zy + cx;
          zy = 2 * zx * zy + cy;
          zx = t;
          if (zx * zx + zy * zy > 4) {
            break;
          }
        }
        times[py * width + px] = (short) n;
      }
    }
    return times;
  }
}
