import dev.slipstream.api.Parallel;

/** Packed colours to gray, in place. */
class Grayscale {
  static void gray(int[] pixels) {
    for (@Parallel int i = 0; i < pixels.length; i++) {
      int argb = pixels[i];
      int a = argb >>> 24;
      int r = (argb >> 16) & 0xFF;
      int g = (argb >> 8) & 0xFF;
      int b = argb & 0xFF;
      int y = (int) (0.299 * r + 0.587 * g + 0.114 * b + 0.5);
      pixels[i] = (a << 24) | (y << 16) | (y << 8) | y;
    }
  }

  static Object run(int size) {
    int[] pixels = new int[size];
    for (int i = 0; i < size; i++) {
      pixels[i] = i * 0x9E3779B1;
    }
    gray(pixels);
    return pixels;
  }
}
