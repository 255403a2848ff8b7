import dev.slipstream.api.Parallel;

/** Bodies that attract each other. */
class NBody {
  int n;
  float[] x, y, z, vx, vy, vz, mass;

  void accelerate(float dt) {
    for (@Parallel int i = 0; i < n; i++) {
      float ax = 0, ay = 0, az = 0;
      for (int j = 0; j < n; j++) {
        float dx = x[j] - x[i];
        float dy = y[j] - y[i];
        float dz = z[j] - z[i];
        float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
        float inverse = 1 / (float) Math.sqrt(d2);
        float s = mass[j] * inverse * inverse * inverse;
        ax += s * dx;
        ay += s * dy;
        az += s * dz;
      }
      vx[i] += dt * ax;
      vy[i] += dt * ay;
      vz[i] += dt * az;
    }
  }

  void move(float dt) {
    for (@Parallel int i = 0; i < n; i++) {
      x[i] += dt * vx[i];
      y[i] += dt * vy[i];
      z[i] += dt * vz[i];
    }
  }

  static Object run(int size) {
    NBody b = new NBody();
    b.n = size;
    b.x = new float[size];
    b.y = new float[size];
    b.z = new float[size];
    b.vx = new float[size];
    b.vy = new float[size];
    b.vz = new float[size];
    b.mass = new float[size];
    for (int i = 0; i < size; i++) {
      b.x[i] = i % 7;
      b.y[i] = i % 11;
      b.z[i] = i % 13;
      b.mass[i] = 1 + i % 3;
    }
    for (int t = 0; t < 2; t++) {
      b.accelerate(0.01f);
      b.move(0.01f);
    }
    return new Object[] {b.x, b.y, b.z};
  }
}
