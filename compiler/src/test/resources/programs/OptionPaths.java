import dev.slipstream.api.Parallel;

/** Prices of an option by simulated paths. */
class OptionPaths {
  static long next(long state) {
    return state * 6364136223846793005L + 1442695040888963407L;
  }

  static double uniform(long state) {
    return ((state >>> 11) + 0.5) * 0x1.0p-53;
  }

  static void simulate(double s0, double rate, double sigma, int steps, double[] payoff) {
    double dt = 1.0 / steps;
    double drift = (rate - 0.5 * sigma * sigma) * dt;
    double spread = sigma * Math.sqrt(dt);
    for (@Parallel int path = 0; path < payoff.length; path++) {
      long state = next(0x9E3779B97F4A7C15L * (path + 1));
      double s = s0;
      for (int t = 0; t < steps; t++) {
        double u = uniform(state);
        state = next(state);
        double v = uniform(state);
        state = next(state);
        double normal = Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
        s *= Math.exp(drift + spread * normal);
      }
      payoff[path] = Math.max(s - 100, 0);
    }
  }

  static Object run(int size) {
    double[] payoff = new double[size];
    simulate(100, 0.03, 0.2, 5, payoff);
    return payoff;
  }
}
