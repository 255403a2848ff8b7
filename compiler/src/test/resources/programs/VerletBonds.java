import dev.slipstream.api.Parallel;

/** Springs between particles; a table names each particle's neighbours. */
class VerletBonds {
  static Object run(int size) {
    double[] pos = new double[3 * size], old = new double[3 * size], force = new double[3 * size];
    int[][] bonds = new int[size][];
    for (int i = 0; i < size; i++) {
      pos[3 * i] = old[3 * i] = i * 1.1;
      pos[3 * i + 1] = old[3 * i + 1] = i % 3;
      bonds[i] =
          i == 0 ? new int[] {1} : i == size - 1 ? new int[] {i - 1} : new int[] {i - 1, i + 1};
    }
    for (int t = 0; t < 2; t++) {
      for (@Parallel int i = 0; i < size; i++) {
        double fx = 0, fy = 0, fz = -0.1;
        for (int b = 0; b < bonds[i].length; b++) {
          int j = bonds[i][b];
          double dx = pos[3 * j] - pos[3 * i];
          double dy = pos[3 * j + 1] - pos[3 * i + 1];
          double dz = pos[3 * j + 2] - pos[3 * i + 2];
          double length = Math.sqrt(dx * dx + dy * dy + dz * dz);
          double pull = 10 * (length - 1) / length;
          fx += pull * dx;
          fy += pull * dy;
          fz += pull * dz;
        }
        force[3 * i] = fx;
        force[3 * i + 1] = fy;
        force[3 * i + 2] = fz;
      }
      for (@Parallel int k = 0; k < pos.length; k++) {
        double now = pos[k];
        pos[k] = 2 * now - old[k] + 0.0001 * force[k];
        old[k] = now;
      }
    }
    return pos;
  }
}
