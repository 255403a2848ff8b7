import dev.slipstream.api.Parallel;

/** The mean of nine neighbours, with a method for the index. */
class Stencil9 {
  private final int width;
  private final int height;
  private int[] cells;

  Stencil9(int width, int height) {
    this.width = width;
    this.height = height;
    cells = new int[width * height];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = (i * 7919) % 1000;
    }
  }

  private int index(int x, int y) {
    return y * width + x;
  }

  void smooth() {
    int[] result = new int[cells.length];
    for (@Parallel int y = 1; y < height - 1; y++) {
      for (@Parallel int x = 1; x < width - 1; x++) {
        int sum = 0;
        for (int dy = -1; dy <= 1; dy++) {
          for (int dx = -1; dx <= 1; dx++) {
            sum += cells[index(x + dx, y + dy)];
          }
        }
        result[index(x, y)] = sum / 9;
      }
    }
    cells = result;
  }

  static Object run(int size) {
    Stencil9 s = new Stencil9(size, size + 3);
    s.smooth();
    s.smooth();
    return s.cells;
  }
}
