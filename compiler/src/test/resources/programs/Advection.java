import dev.slipstream.api.Parallel;

/** An upwind scheme on a periodic square; what belongs to a run is in an object. */
class Advection {
  static class Grid {
    int nx;
    int ny;
    double[] q;
    double[] next;
  }

  static class Flow {
    double u = 0.3;
    double v = -0.2;
  }

  static void step(Grid g, Flow flow) {
    for (@Parallel int y = 0; y < g.ny; y++) {
      for (@Parallel int x = 0; x < g.nx; x++) {
        int west = (x + g.nx - 1) % g.nx;
        int north = (y + 1) % g.ny;
        double here = g.q[y * g.nx + x];
        double dx = here - g.q[y * g.nx + west];
        double dy = g.q[north * g.nx + x] - here;
        g.next[y * g.nx + x] = here - flow.u * dx - flow.v * dy;
      }
    }
    double[] swap = g.q;
    g.q = g.next;
    g.next = swap;
  }

  static Object run(int size) {
    Grid g = new Grid();
    g.nx = size;
    g.ny = size - 5;
    g.q = new double[g.nx * g.ny];
    g.next = new double[g.nx * g.ny];
    for (int i = 0; i < g.q.length; i++) {
      g.q[i] = (i * 31) % 17;
    }
    for (int t = 0; t < 3; t++) {
      step(g, new Flow());
    }
    return g.q;
  }
}
