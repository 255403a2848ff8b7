package dev.slipstream.tornado;

import static dev.slipstream.model.mapper.AccessMode.READ;
import static dev.slipstream.model.mapper.AccessMode.READ_WRITE;
import static dev.slipstream.model.mapper.AccessMode.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.tornado.ResidentMachine.Shared;
import java.util.Arrays;
import java.util.Random;

/** Programs whose loops several devices of one model share, with what plain Java computes. */
final class SharedPrograms {
  private SharedPrograms() {}

  /** A step over all cells but the ends; iterations are counted from 0. */
  public static final class Step {
    private Step() {}

    public static void body(int i, double[] to, double[] from) {
      to[i + 1] = from[i + 1] + 0.25 * (from[i] - 2 * from[i + 1] + from[i + 2]);
    }

    public static void range(int lo, int hi, double[] to, double[] from) {
      for (int i = lo; i < hi; i++) {
        body(i, to, from);
      }
    }

    public static void run(int[] bounds, Object[] arguments) {
      range(bounds[0], bounds[1], (double[]) arguments[0], (double[]) arguments[1]);
    }
  }

  /** Adds elements from all parts of another array to each element. */
  public static final class Sums {
    private static final int TERMS = 5;

    private Sums() {}

    public static void body(int i, double[] to, double[] from) {
      double sum = 0;
      for (int k = 0; k < TERMS; k++) {
        sum += 0.125 * from[(i * 37 + k * 1009) % from.length];
      }
      to[i] = 0.5 * to[i] + sum;
    }
  }

  /** Returns different numbers. */
  static double[] waves(int cells) {
    double[] values = new double[cells];
    Arrays.setAll(values, i -> Math.sin(i) + 1);
    return values;
  }

  /** Computes steps between two arrays in turn; returns the array written last. */
  static double[] steps(ResidentMachine machine, double[] from, double[] to, int steps)
      throws Exception {
    RangeKernel kernel = ResidentMachine.kernel(Step.class, 1, "[D", "[D");
    double[] old = from;
    double[] next = to;
    for (int step = 0; step < steps; step++) {
      step(machine, kernel, next, old);
      double[] swapped = old;
      old = next;
      next = swapped;
    }
    machine.coherence.reads(old);
    return old;
  }

  static void step(ResidentMachine machine, RangeKernel kernel, double[] to, double[] from)
      throws Exception {
    machine.shared(
        kernel,
        to.length - 2,
        new Object[] {to, from},
        new Shared(to, WRITE, -1, 1),
        new Shared(from, READ, 0, 2));
  }

  /** Computes the same in plain Java. */
  static double[] plainSteps(int cells, int steps) {
    return ResidentPrograms.plainHeat(waves(cells), waves(cells), steps);
  }

  /** Adds values that all devices need as a whole. */
  static void sums(ResidentMachine machine, RangeKernel kernel, double[] to, double[] from)
      throws Exception {
    machine.shared(
        kernel,
        to.length,
        new Object[] {to, from},
        new Shared(to, READ_WRITE, 0, 0),
        new Shared(from, READ, from.length, from.length));
  }

  static void plainSums(double[] to, double[] from) {
    for (int i = 0; i < to.length; i++) {
      Sums.body(i, to, from);
    }
  }

  /** Computes many steps. */
  static void stencil(ResidentMachine machine, int cells, int steps) throws Exception {
    assertThat(steps(machine, waves(cells), waves(cells), steps))
        .isEqualTo(plainSteps(cells, steps));
    assertThat(machine.refusals).isEmpty();
  }

  /** Loops of both kinds over a few arrays, which the host reads and writes in between. */
  static void random(ResidentMachine machine, long seed, int cells, int loops) throws Exception {
    Random random = new Random(seed);
    RangeKernel step = ResidentMachine.kernel(Step.class, 1, "[D", "[D");
    RangeKernel sums = ResidentMachine.kernel(Sums.class, 1, "[D", "[D");
    double[][] arrays = new double[3][];
    double[][] plain = new double[3][];
    for (int a = 0; a < arrays.length; a++) {
      arrays[a] = waves(cells);
      plain[a] = waves(cells);
    }
    for (int loop = 0; loop < loops; loop++) {
      int to = random.nextInt(arrays.length);
      int from = (to + 1 + random.nextInt(arrays.length - 1)) % arrays.length;
      switch (random.nextInt(5)) {
        case 0, 1 -> {
          step(machine, step, arrays[to], arrays[from]);
          Step.range(0, cells - 2, plain[to], plain[from]);
        }
        case 2, 3 -> {
          sums(machine, sums, arrays[to], arrays[from]);
          plainSums(plain[to], plain[from]);
        }
        default -> {
          int at = random.nextInt(cells);
          machine.coherence.writes(arrays[to]);
          assertThat(arrays[to]).as("loop %d, array %d", loop, to).isEqualTo(plain[to]);
          arrays[to][at] = loop;
          plain[to][at] = loop;
        }
      }
    }
    for (int a = 0; a < arrays.length; a++) {
      machine.coherence.reads(arrays[a]);
      assertThat(arrays[a]).as("array %d", a).isEqualTo(plain[a]);
    }
    assertThat(machine.refusals).isEmpty();
  }
}
