package dev.slipstream.tornado;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.tornado.ResidentMachine.Use;
import java.util.Arrays;
import java.util.Random;

/** Programs whose arrays stay on a device: the stand-in for one, or a real one. */
final class ResidentPrograms {
  private ResidentPrograms() {}

  /** Adds products to an array. */
  public static final class Sum {
    private Sum() {}

    public static void body(int i, int[] a, short[] b, int k) {
      a[i] += b[i] * k;
    }
  }

  /** Moves elements towards a number. */
  public static final class Nearer {
    private Nearer() {}

    public static void body(int i, double[] a, int k) {
      a[i] = 0.5 * a[i] + (k & 7);
    }
  }

  /** Writes every second element only. */
  public static final class Evens {
    private Evens() {}

    public static void body(int i, float[] to, float[] from, float[] same) {
      to[2 * i] = from[i] + same[i];
    }
  }

  /** Moves elements of small kinds. */
  public static final class Kinds {
    private Kinds() {}

    public static void body(int i, boolean[] z, byte[] b, char[] c, long[] j) {
      z[i] = !z[i];
      b[i] = (byte) (b[i] + 1);
      c[i] = (char) (c[i] + 1);
      j[i] = -j[i];
    }
  }

  /** Adds one. */
  public static final class Increment {
    private Increment() {}

    public static void body(int i, int[] a) {
      a[i] = a[i] + 1;
    }
  }

  static void heat(Device device, int n, int steps) throws Exception {
    double[] from = new double[n];
    double[] to = new double[n];
    from[0] = to[0] = 1;
    from[n - 1] = to[n - 1] = -1;
    double[] plain = plainHeat(from.clone(), to.clone(), steps);
    RangeKernel kernel = ResidentMachine.kernel(HeatKernel.class, 1, "[D", "[D");
    try (ResidentMachine machine = new ResidentMachine(device)) {
      from = heat(machine, kernel, from, to, steps);
      machine.coherence.reads(from);
      assertThat(from).isEqualTo(plain);
      machine.finish();
      // All of the first array, and the ends of the second one, which no step writes.
      assertThat(machine.elementsIn).hasValue(n + 2L);
      assertThat(machine.elementsOut).hasValue(n - 2L);
      assertThat(machine.keptLonger).hasValue(0);
      assertThat(machine.refusals).isEmpty();
    }
  }

  /** Three kernels, each on the results of the one before, so often that they run together. */
  static void manySteps(Device device) throws Exception {
    int n = 1000;
    int steps = 10_000;
    int looks = 50;
    double[] a = new double[n];
    double[] b = new double[n];
    a[0] = b[0] = 1;
    a[n - 1] = b[n - 1] = -1;
    double[] plainA = a.clone();
    double[] plainB = b.clone();
    RangeKernel heat = ResidentMachine.kernel(HeatKernel.class, 1, "[D", "[D");
    RangeKernel nearer = ResidentMachine.kernel(Nearer.class, 1, "[D", "I");
    try (ResidentMachine machine = new ResidentMachine(device)) {
      for (int step = 0; step < steps; step++) {
        heat(machine, heat, a, b, 2);
        machine.loop(
            nearer, ResidentMachine.from(0, n), new Object[] {a, step}, Use.updates(a, 0, n));
        plainHeat(plainA, plainB, 2);
        for (int i = 0; i < n; i++) {
          Nearer.body(i, plainA, step);
        }
        if ((step + 1) % (steps / looks) == 0) {
          machine.coherence.reads(a);
          assertThat(a).isEqualTo(plainA);
        }
      }
      assertThat(machine.refusals).isEmpty();
    }
  }

  /** Submits steps and returns the array with the last one's results. */
  static double[] heat(
      ResidentMachine machine, RangeKernel kernel, double[] first, double[] second, int steps)
      throws Exception {
    double[] from = first;
    double[] to = second;
    int n = first.length;
    for (int step = 0; step < steps; step++) {
      machine.loop(
          kernel,
          ResidentMachine.from(1, n - 1),
          new Object[] {to, from},
          Use.writes(to, 1, n - 1),
          Use.reads(from, 0, n));
      double[] swapped = from;
      from = to;
      to = swapped;
    }
    return from;
  }

  static double[] plainHeat(double[] first, double[] second, int steps) {
    double[] old = first;
    double[] next = second;
    for (int step = 0; step < steps; step++) {
      HeatKernel.range(1, old.length - 1, next, old);
      double[] swapped = old;
      old = next;
      next = swapped;
    }
    return old;
  }

  static void hostWritesBetween(Device device) throws Exception {
    int n = 100;
    int[] a = new int[n];
    short[] b = new short[n];
    int[] expected = new int[n];
    RangeKernel kernel = ResidentMachine.kernel(Sum.class, 1, "[I", "[S", "I");
    try (ResidentMachine machine = new ResidentMachine(device)) {
      for (int round = 0; round < 50; round++) {
        machine.coherence.writes(b);
        b[round] = (short) (3 * round);
        machine.loop(
            kernel,
            ResidentMachine.from(0, n),
            new Object[] {a, b, round},
            Use.updates(a, 0, n),
            Use.reads(b, 0, n));
        for (int i = 0; i < n; i++) {
          Sum.body(i, expected, b, round);
        }
      }
      machine.coherence.reads(a);
      assertThat(a).isEqualTo(expected);
    }
  }

  static void partlyWritten(Device device) throws Exception {
    int n = 1000;
    float[] to = new float[n];
    float[] from = new float[n];
    Arrays.fill(to, -1);
    for (int i = 0; i < n; i++) {
      from[i] = i;
    }
    float[] expected = to.clone();
    for (int i = 0; i < n / 2; i++) {
      Evens.body(i, expected, from, from);
    }
    RangeKernel kernel = ResidentMachine.kernel(Evens.class, 1, "[F", "[F", "[F");
    try (ResidentMachine machine = new ResidentMachine(device)) {
      machine.loop(
          kernel,
          ResidentMachine.from(0, n / 2),
          new Object[] {to, from, from},
          Use.updates(to, 0, n),
          Use.reads(from, 0, n / 2));
      machine.coherence.reads(to);
      assertThat(to).isEqualTo(expected);
    }
  }

  /** Loops over odd ranges of arrays of small kinds, in between which the host changes some. */
  static void kinds(Device device, long seed) throws Exception {
    Random random = new Random(seed);
    int n = 100;
    boolean[] z = new boolean[n];
    byte[] b = new byte[n];
    char[] c = new char[n];
    long[] j = new long[n];
    boolean[] expectedZ = z.clone();
    byte[] expectedB = b.clone();
    char[] expectedC = c.clone();
    long[] expectedJ = j.clone();
    RangeKernel kernel = ResidentMachine.kernel(Kinds.class, 1, "[Z", "[B", "[C", "[J");
    try (ResidentMachine machine = new ResidentMachine(device)) {
      for (int round = 0; round < 40; round++) {
        int start = random.nextInt(n - 1);
        int end = start + 1 + random.nextInt(n - start - 1);
        int place = random.nextInt(n);
        machine.coherence.writes(z);
        z[place] = expectedZ[place] = random.nextBoolean();
        machine.coherence.writes(b);
        b[place] = expectedB[place] = (byte) random.nextInt();
        machine.coherence.writes(c);
        c[place] = expectedC[place] = (char) random.nextInt();
        machine.coherence.writes(j);
        j[place] = expectedJ[place] = random.nextLong();
        IterationSpace space = ResidentMachine.from(start, end);
        machine.loop(
            kernel,
            space,
            new Object[] {z, b, c, j},
            Use.updates(z, start, end),
            Use.updates(b, start, end),
            Use.updates(c, start, end),
            Use.updates(j, start, end));
        for (int i = start; i < end; i++) {
          Kinds.body(i, expectedZ, expectedB, expectedC, expectedJ);
        }
      }
      machine.coherence.reads(z);
      machine.coherence.reads(b);
      machine.coherence.reads(c);
      machine.coherence.reads(j);
      assertThat(z).isEqualTo(expectedZ);
      assertThat(b).isEqualTo(expectedB);
      assertThat(c).isEqualTo(expectedC);
      assertThat(j).isEqualTo(expectedJ);
    }
  }

  /** Copies more elements than fit into the staging memory. */
  static void severalPieces(Device device) throws Exception {
    severalPieces(device, (5 << 20) / 2 + 3);
  }

  /**
   * Copies an array to the device and back in pieces.
   *
   * @param n the number of its elements
   */
  static void severalPieces(Device device, int n) throws Exception {
    int[] a = new int[n];
    Arrays.setAll(a, i -> 7 * i);
    RangeKernel kernel = ResidentMachine.kernel(Increment.class, 1, "[I");
    try (ResidentMachine machine = new ResidentMachine(device)) {
      machine.loop(
          kernel, ResidentMachine.from(5, n - 1), new Object[] {a}, Use.updates(a, 5, n - 1));
      machine.coherence.reads(a);
      int[] expected = new int[n];
      Arrays.setAll(expected, i -> 7 * i + (i >= 5 && i < n - 1 ? 1 : 0));
      assertThat(Arrays.mismatch(a, expected)).isEqualTo(-1);
    }
  }

  /** Uses more arrays than fit the budget at a time. */
  static void spilled(Device device) throws Exception {
    int n = 1000;
    int arrays = 6;
    double[][] all = new double[arrays][n];
    for (double[] array : all) {
      array[0] = 1;
    }
    double[][] expected = new double[arrays][];
    Arrays.setAll(expected, k -> all[k].clone());
    RangeKernel kernel = ResidentMachine.kernel(HeatKernel.class, 1, "[D", "[D");
    try (ResidentMachine machine = new ResidentMachine(device, 2 * 8L * n + 100)) {
      for (int round = 0; round < 30; round++) {
        heat(machine, kernel, all[round % arrays], all[(round + 1) % arrays], 1);
        HeatKernel.range(1, n - 1, expected[(round + 1) % arrays], expected[round % arrays]);
      }
      for (int k = 0; k < arrays; k++) {
        machine.coherence.reads(all[k]);
        assertThat(all[k]).isEqualTo(expected[k]);
      }
    }
  }
}
