package dev.slipstream.compiler.opencl;

/** A kernel of ordinary length, whose translation is kept as a file to be read. */
final class SampleKernel {
  private SampleKernel() {}

  static float weight(int distance, float sharpness) {
    if (distance == 0) {
      return 1f;
    }
    return 1f / (1f + sharpness * distance);
  }

  static void body(
      int y,
      int x,
      int width,
      int height,
      int radius,
      float sharpness,
      byte[] mask,
      float[] in,
      float[] out) {
    int at = y * width + x;
    if (mask[at] == 0) {
      out[at] = in[at];
      return;
    }
    float sum = 0;
    float weights = 0;
    int dark = 0;
    for (int dy = -radius; dy <= radius; dy++) {
      int row = Math.min(Math.max(y + dy, 0), height - 1);
      for (int dx = -radius; dx <= radius; dx++) {
        int column = x + dx;
        if (column < 0 || column >= width) {
          continue;
        }
        float value = in[row * width + column];
        if (value < 0.05f) {
          dark++;
          if (dark > 12) {
            break;
          }
        }
        float w = weight(Math.abs(dx) + Math.abs(dy), sharpness);
        sum += w * value;
        weights += w;
      }
    }
    float blurred = weights > 0 ? sum / weights : 0f;
    switch (mask[at] & 3) {
      case 1:
        blurred = (float) Math.sqrt(blurred);
        break;
      case 2:
        blurred = 1f - blurred;
        break;
      default:
        mask[at] = (byte) dark;
    }
    out[at] = blurred;
  }
}
