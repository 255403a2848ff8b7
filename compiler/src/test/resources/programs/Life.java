import dev.slipstream.api.Parallel;

/** Conway's game of life on a torus. */
class Life {
  static byte[] step(byte[] cells, int w, int h) {
    byte[] next = new byte[w * h];
    for (@Parallel int y = 0; y < h; y++) {
      for (@Parallel int x = 0; x < w; x++) {
        int alive = 0;
        for (int dy = -1; dy <= 1; dy++) {
          for (int dx = -1; dx <= 1; dx++) {
            if (dx != 0 || dy != 0) {
              alive += cells[(y + dy + h) % h * w + (x + dx + w) % w];
            }
          }
        }
        boolean lives = alive == 3 || (alive == 2 && cells[y * w + x] == 1);
        next[y * w + x] = (byte) (lives ? 1 : 0);
      }
    }
    return next;
  }

  static Object run(int size) {
    byte[] cells = new byte[size * size];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = (byte) (i * 7 % 11 < 4 ? 1 : 0);
    }
    for (int g = 0; g < 3; g++) {
      cells = step(cells, size, size);
    }
    return cells;
  }
}
