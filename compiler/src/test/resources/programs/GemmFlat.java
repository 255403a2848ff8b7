import dev.slipstream.api.Parallel;

/** The product of two square matrices of floats, each in one array. */
class GemmFlat {
  static void sgemm(int n, float alpha, float[] a, float[] b, float beta, float[] c) {
    for (@Parallel int i = 0; i < n; i++) {
      for (@Parallel int j = 0; j < n; j++) {
        float sum = 0.0f;
        for (int k = 0; k < n; k++) {
          sum += a[i * n + k] * b[k * n + j];
        }
        c[i * n + j] = alpha * sum + beta * c[i * n + j];
      }
    }
  }

  static Object run(int size) {
    float[] a = new float[size * size], b = new float[size * size], c = new float[size * size];
    for (int i = 0; i < a.length; i++) {
      a[i] = (i % 17) * 0.25f;
      b[i] = 1.0f / (1 + i % 13);
      c[i] = i;
    }
    sgemm(size, 1.5f, a, b, 0.5f, c);
    return c;
  }
}
