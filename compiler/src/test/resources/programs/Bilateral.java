import dev.slipstream.api.Parallel;

/** A bilateral filter: near pixels of a similar gray count most. */
class Bilateral {
  final float sigmaSpace = 1.5f;
  final float sigmaGray = 20f;
  int width, height;
  float[] in, out;

  void filter() {
    for (@Parallel int y = 0; y < height; y++) {
      for (@Parallel int x = 0; x < width; x++) {
        float centre = in[y * width + x];
        float sum = 0, weights = 0;
        for (int v = Math.max(0, y - 2); v <= Math.min(height - 1, y + 2); v++) {
          for (int u = Math.max(0, x - 2); u <= Math.min(width - 1, x + 2); u++) {
            float value = in[v * width + u];
            float space = (u - x) * (u - x) + (v - y) * (v - y);
            float gray = (value - centre) * (value - centre);
            float weight =
                (float)
                    Math.exp(
                        -space / (2 * sigmaSpace * sigmaSpace)
                            - gray / (2 * sigmaGray * sigmaGray));
            sum += weight * value;
            weights += weight;
          }
        }
        out[y * width + x] = sum / weights;
      }
    }
  }

  static Object run(int size) {
    Bilateral b = new Bilateral();
    b.width = size;
    b.height = size + 2;
    b.in = new float[b.width * b.height];
    b.out = new float[b.width * b.height];
    for (int i = 0; i < b.in.length; i++) {
      b.in[i] = (i * 29) % 256;
    }
    b.filter();
    return b.out;
  }
}
