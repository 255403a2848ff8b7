import dev.slipstream.api.Parallel;

/** Cells are combined as an enum says. */
class EnumSwitch {
  enum Operation {
    ADD,
    MULTIPLY,
    BLEND
  }

  static void combine(float[] a, float[] b, float[] out, Operation operation) {
    for (@Parallel int i = 0; i < out.length; i++) {
      switch (operation) {
        case ADD:
          out[i] = a[i] + b[i];
          break;
        case MULTIPLY:
          out[i] = a[i] * b[i];
          break;
        case BLEND:
          out[i] = 0.25f * a[i] + 0.75f * b[i];
          break;
      }
    }
  }

  static Object run(int size) {
    float[] a = new float[size], b = new float[size];
    float[][] out = new float[3][size];
    for (int i = 0; i < size; i++) {
      a[i] = i;
      b[i] = 1f / (i + 1);
    }
    for (Operation operation : Operation.values()) {
      combine(a, b, out[operation.ordinal()], operation);
    }
    return out;
  }
}
