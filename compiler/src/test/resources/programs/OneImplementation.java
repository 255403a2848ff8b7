import dev.slipstream.api.Parallel;

/** A potential behind an interface that only one class implements. */
class OneImplementation {
  interface Potential {
    double energy(double distance);
  }

  static final class LennardJones implements Potential {
    private final double sigma;

    LennardJones(double sigma) {
      this.sigma = sigma;
    }

    @Override
    public double energy(double distance) {
      double s = sigma / distance;
      double s6 = s * s * s * s * s * s;
      return 4 * (s6 * s6 - s6);
    }
  }

  static void evaluate(Potential potential, double[] distances, double[] energies) {
    for (@Parallel int i = 0; i < distances.length; i++) {
      energies[i] = potential.energy(distances[i]);
    }
  }

  static Object run(int size) {
    double[] distances = new double[size], energies = new double[size];
    for (int i = 0; i < size; i++) {
      distances[i] = 0.5 + i * 0.01;
    }
    evaluate(new LennardJones(1.1), distances, energies);
    return energies;
  }
}
