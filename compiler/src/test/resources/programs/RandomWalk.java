import dev.slipstream.api.Parallel;

/** Walkers on a grid, each with a generator of its own. */
class RandomWalk {
  static Object run(int size) {
    int[] x = new int[size], y = new int[size];
    for (@Parallel int w = 0; w < size; w++) {
      int state = 0x1234567 ^ (w * 0x9E3779B9);
      int px = 0, py = 0;
      for (int step = 0; step < 40; step++) {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        switch (state & 3) {
          case 0:
            px++;
            break;
          case 1:
            px--;
            break;
          case 2:
            py++;
            break;
          default:
            py--;
        }
      }
      x[w] = px;
      y[w] = py;
    }
    return new int[][] {x, y};
  }
}
