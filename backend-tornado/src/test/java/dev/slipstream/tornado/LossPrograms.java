package dev.slipstream.tornado;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.tornado.ResidentMachine.Use;
import dev.slipstream.tornado.ResidentPrograms.Nearer;
import java.util.Arrays;

/** Programs on a device that fails: the stand-in for one, or a real one. */
final class LossPrograms {
  /** More loops than are run again after a failure. */
  private static final int STEPS = 300;

  /** All loops but the first change only so many elements. */
  private static final int FEW = 50;

  /** The number of the loop whose launch fails. */
  private static final int FATAL = 1005;

  private LossPrograms() {}

  /** Changes bytes. */
  public static final class Bytes {
    private Bytes() {}

    public static void body(int i, byte[] a, int k) {
      a[i] = (byte) (3 * a[i] + k);
    }
  }

  /** Changes the rows of a table. */
  public static final class Table {
    private Table() {}

    public static void body(int i, int[][] a, int k) {
      for (int j = 0; j < a[i].length; j++) {
        a[i][j] = 3 * a[i][j] + k;
      }
    }
  }

  private static double[] numbers(int n) {
    double[] array = new double[n];
    Arrays.setAll(array, i -> i);
    return array;
  }

  private static int count(int step, int n) {
    return step == 0 ? n : Math.min(FEW, n);
  }

  private static void nearer(double[] a, int k) {
    for (int i = 0; i < count(k, a.length); i++) {
      Nearer.body(i, a, k);
    }
  }

  /** Submits a loop that changes an array in place, and that the host could run again. */
  private static void step(ResidentMachine machine, RangeKernel kernel, double[] a, int k)
      throws Exception {
    int n = count(k, a.length);
    machine.loop(
        kernel,
        ResidentMachine.from(0, n),
        new Object[] {a, k},
        () -> nearer(a, k),
        Use.updates(a, 0, n));
  }

  /**
   * An array that was changed in place too often to compute it again is fetched when a launch for
   * another array fails.
   */
  static void changedInPlace(Device device, int n) throws Exception {
    RangeKernel kernel = ResidentMachine.kernel(Nearer.class, 1, "[D", "I");
    double[] a = numbers(n);
    double[] expected = a.clone();
    double[] other = numbers(n);
    double[] otherExpected = other.clone();
    nearer(otherExpected, FATAL);
    ResidentMachine machine =
        new ResidentMachine(new FailingDevice(device, FATAL, /* runs= */ false));
    for (int k = 0; k < STEPS; k++) {
      step(machine, kernel, a, k);
      nearer(expected, k);
    }
    step(machine, kernel, other, FATAL);
    machine.coherence.reads(other);
    machine.coherence.reads(a);
    assertThat(a).isEqualTo(expected);
    assertThat(other).isEqualTo(otherExpected);
  }

  /** As {@link #changedInPlace}, for bytes. */
  static void bytesChangedInPlace(Device device, int n) throws Exception {
    RangeKernel bytes = ResidentMachine.kernel(Bytes.class, 1, "[B", "I");
    RangeKernel numbers = ResidentMachine.kernel(Nearer.class, 1, "[D", "I");
    byte[] a = new byte[n];
    byte[] expected = a.clone();
    ResidentMachine machine =
        new ResidentMachine(new FailingDevice(device, FATAL, /* runs= */ false));
    for (int k = 0; k < STEPS; k++) {
      int step = k;
      Runnable onHost = () -> change(a, step);
      int count = count(k, n);
      machine.loop(
          bytes,
          ResidentMachine.from(0, count),
          new Object[] {a, k},
          onHost,
          Use.updates(a, 0, count));
      change(expected, step);
    }
    step(machine, numbers, numbers(n), FATAL);
    machine.coherence.reads(a);
    assertThat(a).isEqualTo(expected);
  }

  private static void change(byte[] a, int k) {
    for (int i = 0; i < count(k, a.length); i++) {
      Bytes.body(i, a, k);
    }
  }

  /** As {@link #changedInPlace}, for rows of several lengths. */
  static void rowsChangedInPlace(Device device) throws Exception {
    RangeKernel rows = ResidentMachine.kernel(Table.class, 1, "[[I", "I");
    RangeKernel numbers = ResidentMachine.kernel(Nearer.class, 1, "[D", "I");
    int[][] a = {{1, 2, 3}, {}, {4}, new int[200]};
    int[][] expected = Arrays.stream(a).map(int[]::clone).toArray(int[][]::new);
    ResidentMachine machine =
        new ResidentMachine(new FailingDevice(device, FATAL, /* runs= */ false));
    for (int k = 0; k < STEPS; k++) {
      int step = k;
      Runnable onHost = () -> change(a, step);
      machine.loop(
          rows,
          ResidentMachine.from(0, a.length),
          new Object[] {a, k},
          onHost,
          Use.updates(a, 0, a.length));
      change(expected, step);
    }
    step(machine, numbers, numbers(10), FATAL);
    machine.coherence.reads(a);
    assertThat(a).isDeepEqualTo(expected);
  }

  private static void change(int[][] a, int k) {
    for (int i = 0; i < a.length; i++) {
      Table.body(i, a, k);
    }
  }

  /**
   * An array that the failed kernel itself may have changed is lost, whether or not it has run;
   * what else the device holds is fetched.
   */
  static void perhapsChanged(Device device, boolean runs) throws Exception {
    RangeKernel kernel = ResidentMachine.kernel(Nearer.class, 1, "[D", "I");
    int n = 1000;
    double[] a = numbers(n);
    double[] expected = a.clone();
    double[] lost = numbers(n);
    ResidentMachine machine = new ResidentMachine(new FailingDevice(device, FATAL, runs));
    for (int k = 0; k < STEPS; k++) {
      step(machine, kernel, a, k);
      step(machine, kernel, lost, k);
      nearer(expected, k);
    }
    step(machine, kernel, lost, FATAL);
    assertThatThrownBy(() -> machine.coherence.reads(lost))
        .isInstanceOf(SlipstreamException.class)
        .hasMessageContaining(FailingDevice.FAILURE);
    machine.coherence.reads(a);
    assertThat(a).isEqualTo(expected);
  }
}
