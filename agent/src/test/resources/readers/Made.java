import dev.slipstream.api.Parallel;

/** Of a class that several programs use the kernel is built once. */
public class Made {
  static double[] made() {
    double[] made = new double[4096];
    for (@Parallel int i = 0; i < made.length; i++) {
      double s = 0;
      for (int k = 0; k < 500; k++) s += Math.sqrt(k + i);
      made[i] = s;
    }
    return made;
  }
}
