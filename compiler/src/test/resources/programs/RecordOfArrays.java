import dev.slipstream.api.Parallel;

/** Particles as a record of arrays. */
class RecordOfArrays {
  record Particles(int count, double[] position, double[] velocity) {}

  static void step(Particles p, double dt) {
    for (@Parallel int i = 0; i < p.count(); i++) {
      double v = p.velocity()[i] - 9.81 * dt;
      double x = p.position()[i] + v * dt;
      if (x < 0) {
        x = -x;
        v = -0.9 * v;
      }
      p.velocity()[i] = v;
      p.position()[i] = x;
    }
  }

  static Object run(int size) {
    Particles p = new Particles(size, new double[size], new double[size]);
    for (int i = 0; i < size; i++) {
      p.position()[i] = i * 0.01;
      p.velocity()[i] = i % 5;
    }
    for (int t = 0; t < 4; t++) {
      step(p, 0.01);
    }
    return new Object[] {p.position(), p.velocity()};
  }
}
