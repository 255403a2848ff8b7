import dev.slipstream.api.Parallel;

/** A scene of signed distances, seen by marching along each pixel's ray. */
class RayMarch {
  record Vec(double x, double y, double z) {
    Vec plus(Vec o) {
      return new Vec(x + o.x, y + o.y, z + o.z);
    }

    Vec times(double s) {
      return new Vec(x * s, y * s, z * s);
    }

    double length() {
      return Math.sqrt(x * x + y * y + z * z);
    }
  }

  static double distance(Vec p) {
    double sphere = new Vec(p.x(), p.y() - 0.5, p.z() - 4).length() - 1;
    double floor = p.y() + 1;
    return Math.min(sphere, floor);
  }

  static Object run(int size) {
    double[] depth = new double[size * size];
    for (@Parallel int y = 0; y < size; y++) {
      for (@Parallel int x = 0; x < size; x++) {
        Vec direction = new Vec((x - size / 2) / (double) size, (size / 2 - y) / (double) size, 1);
        direction = direction.times(1 / direction.length());
        Vec p = new Vec(0, 0, 0);
        double travelled = 0;
        for (int step = 0; step < 50; step++) {
          double d = distance(p);
          if (d < 1e-4 || travelled > 30) {
            break;
          }
          travelled += d;
          p = p.plus(direction.times(d));
        }
        depth[y * size + x] = travelled;
      }
    }
    return depth;
  }
}
