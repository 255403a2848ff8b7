import dev.slipstream.api.Parallel;

/** A solver that is an inner object: it reads its own fields and those of the one around it. */
class InnerClassFields {
  private final int n;
  private final double[] state;
  private double diffusion = 0.125;

  InnerClassFields(int n) {
    this.n = n;
    state = new double[n];
  }

  class Solver {
    private final double[] buffer = new double[n];
    private int steps;

    void step() {
      for (@Parallel int i = 1; i < n - 1; i++) {
        buffer[i] = state[i] + diffusion * (state[i - 1] - 2 * state[i] + state[i + 1]);
      }
      for (@Parallel int i = 1; i < n - 1; i++) {
        state[i] = buffer[i];
      }
      steps++;
    }
  }

  static Object run(int size) {
    InnerClassFields outer = new InnerClassFields(size);
    for (int i = 0; i < size; i++) {
      outer.state[i] = i % 10;
    }
    Solver solver = outer.new Solver();
    solver.step();
    solver.step();
    return new Object[] {outer.state, solver.steps};
  }
}
