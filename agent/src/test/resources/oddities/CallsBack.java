import dev.slipstream.api.Parallel;

/** Has its main loop in native code, as programs with windows or sound do. */
public class CallsBack {
  final double[] data = new double[4096];

  static final CallsBack ALL = new CallsBack();
  static int steps;

  static {
    System.load(System.getProperty("lib"));
  }

  static native double loop(CallsBack all, int times);

  static void step() {
    double[] x = ALL.data;
    double d = ++steps;
    for (@Parallel int i = 0; i < x.length; i++) {
      double s = d + x[i];
      for (int k = 0; k < 20000; k++) s = s * 0.5 + k;
      x[i] = s + i;
    }
  }

  public static void main(String[] arguments) throws Exception {
    System.out.println(loop(ALL, 4));
    step();
    step();
    System.out.println(loop(ALL, 1) + " " + ALL.data[7]);
    Thread other = new Thread(() -> System.out.println("other " + loop(ALL, 3)));
    other.start();
    other.join();
    step();
    System.out.println(ALL.data[99]);
  }
}
