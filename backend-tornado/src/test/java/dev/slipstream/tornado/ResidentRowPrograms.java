package dev.slipstream.tornado;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.fixture.RowKernels;
import dev.slipstream.runtime.fixture.RowLaunches;
import dev.slipstream.tornado.ResidentMachine.Use;
import java.util.Arrays;
import java.util.List;

/** Programs whose arrays of arrays stay on a device: the stand-in for one, or a real one. */
final class ResidentRowPrograms {
  private ResidentRowPrograms() {}

  static void matrix(Device device) throws Exception {
    int height = 40;
    int width = 30;
    double[][] from = new double[height][width];
    for (double[] row : from) {
      Arrays.setAll(row, j -> Math.sin(3 * j) + row.length);
    }
    double[][] to = RowLaunches.deepClone(from);
    double[][] plain = RowLaunches.plainHeat(RowLaunches.deepClone(from), 100);
    try (ResidentMachine machine = new ResidentMachine(device)) {
      double[][] last = steps(machine, from, to, 100);
      machine.coherence.reads(last);
      assertThat(last).isDeepEqualTo(plain);
      machine.finish();
      // Copied in: all rows of both arrays, whose ends stay unchanged. Copied out: the rows that a
      // step writes.
      assertThat(machine.elementsIn).hasValue(2L * height);
      assertThat(machine.elementsOut).hasValue(height - 2L);
      assertThat(machine.refusals).isEmpty();
    }
  }

  private static double[][] steps(
      ResidentMachine machine, double[][] first, double[][] second, int steps) throws Exception {
    double[][] from = first;
    double[][] to = second;
    int height = from.length;
    RangeKernel kernel = ResidentMachine.kernel(RowKernels.Heat.class, 2, "[[D", "[[D", "D");
    IterationSpace space =
        new IterationSpace(
            new int[] {1, 1}, new int[] {1, 1}, new int[] {height - 2, from[0].length - 2});
    for (int step = 0; step < steps; step++) {
      // The ends of the rows that it writes stay unchanged, so it needs them.
      machine.loop(
          kernel,
          space,
          new Object[] {from, to, 0.1},
          Use.reads(from, 0, height),
          Use.updates(to, 1, height - 1));
      double[][] swapped = from;
      from = to;
      to = swapped;
    }
    return from;
  }

  /** The host writes some rows and reads others, each by itself, between loops over parts. */
  static void hostRows(Device device, boolean ragged) throws Exception {
    int n = 50;
    int[][] a = new int[n][];
    int[][] b = new int[n][];
    int[][] plainA = new int[n][];
    int[][] plainB = new int[n][];
    for (int i = 0; i < n; i++) {
      a[i] = new int[ragged ? i * 7 % 19 + 1 : 20];
      Arrays.fill(a[i], i);
      b[i] = new int[a[i].length];
      plainA[i] = a[i].clone();
      plainB[i] = b[i].clone();
    }
    RangeKernel kernel = ResidentMachine.kernel(RowKernels.Shift.class, 1, "[[I", "[[I", "I");
    try (ResidentMachine machine = new ResidentMachine(device)) {
      for (int round = 0; round < 30; round++) {
        int start = round % 7;
        int end = n - round % 5;
        int[][] from = round % 2 == 0 ? a : b;
        int[][] to = round % 2 == 0 ? b : a;
        int[] row = from[(3 * round) % n];
        machine.coherence.writes(row);
        row[row.length / 2] = 1000 * round;
        int[][] plainFrom = round % 2 == 0 ? plainA : plainB;
        int[][] plainTo = round % 2 == 0 ? plainB : plainA;
        plainFrom[(3 * round) % n][row.length / 2] = 1000 * round;
        machine.loop(
            kernel,
            ResidentMachine.from(start, end),
            new Object[] {from, to, 0},
            Use.reads(from, start, end),
            Use.writes(to, start, end));
        for (int i = start; i < end; i++) {
          RowKernels.Shift.body(i, plainFrom, plainTo, 0);
        }
        int seen = (5 * round) % n;
        machine.coherence.reads(to[seen]);
        assertThat(to[seen]).containsExactly(plainTo[seen]);
      }
      machine.coherence.reads(a);
      machine.coherence.reads(b);
      assertThat(a).isDeepEqualTo(plainA);
      assertThat(b).isDeepEqualTo(plainB);
      assertThat(machine.refusals).isEmpty();
    }
  }

  static void ragged(Device device) throws Exception {
    int n = 60;
    int[][] a = new int[n][];
    int[][] b = new int[n][];
    for (int i = 0; i < n; i++) {
      // The first row is never accessed.
      a[i] = i == 0 ? null : new int[i * i % 17];
      b[i] = i == 0 ? null : new int[i * i % 17 + 1];
      for (int j = 0; i > 0 && j < b[i].length; j++) {
        b[i][j] = i * 1000 + j;
      }
    }
    RangeKernel kernel = ResidentMachine.kernel(RowKernels.Shift.class, 1, "[[I", "[[I", "I");
    try (ResidentMachine machine = new ResidentMachine(device)) {
      for (int round = 0; round < 3; round++) {
        machine.loop(
            kernel,
            ResidentMachine.from(1, n),
            new Object[] {b, a, 0},
            Use.reads(b, 1, n),
            Use.writes(a, 1, n));
        machine.coherence.writes(b);
        b[5][2] += round;
      }
      machine.coherence.reads(a);
      for (int i = 1; i < n; i++) {
        for (int j = 0; j < a[i].length; j++) {
          assertThat(a[i][j]).isEqualTo(i * 1000 + j + 1 + (i == 5 && j == 2 ? 1 : 0));
        }
      }
      assertThat(machine.refusals).isEmpty();
    }
  }

  static void planes(Device device) throws Exception {
    for (boolean ragged : new boolean[] {false, true}) {
      float[][][] u = new float[9][][];
      float[][][] v = new float[9][][];
      float[][][] expected = new float[9][][];
      for (int i = 0; i < u.length; i++) {
        u[i] = new float[ragged ? i % 4 : 4][];
        v[i] = new float[u[i].length][];
        expected[i] = new float[u[i].length][];
        for (int j = 0; j < u[i].length; j++) {
          u[i][j] = new float[ragged ? j * i % 5 : 5];
          v[i][j] = new float[u[i][j].length];
          expected[i][j] = new float[u[i][j].length];
          Arrays.fill(u[i][j], i + 0.5f);
        }
      }
      RangeKernel kernel = ResidentMachine.kernel(RowKernels.Boxes.class, 1, "[[[F", "[[[F");
      try (ResidentMachine machine = new ResidentMachine(device)) {
        machine.loop(
            kernel,
            ResidentMachine.from(0, 9),
            new Object[] {u, v},
            Use.reads(u, 0, 9),
            Use.writes(v, 0, 9));
        machine.coherence.reads(v);
        assertThat(machine.refusals).isEmpty();
      }
      for (int i = 0; i < u.length; i++) {
        RowKernels.Boxes.body(i, u, expected);
      }
      assertThat(v).isDeepEqualTo(expected);
    }
  }

  /** More than fits the budget at a time: two arrays of 960 bytes. */
  static void spilledRows(Device device) throws Exception {
    int n = 40;
    int arrays = 5;
    int[][][] all = new int[arrays][n][];
    int[][][] plain = new int[arrays][n][];
    for (int k = 0; k < arrays; k++) {
      for (int i = 0; i < n; i++) {
        all[k][i] = new int[i * 5 % 13];
        Arrays.fill(all[k][i], 100 * k + i);
        plain[k][i] = all[k][i].clone();
      }
    }
    RangeKernel kernel = ResidentMachine.kernel(RowKernels.Shift.class, 1, "[[I", "[[I", "I");
    try (ResidentMachine machine = new ResidentMachine(device, 2000)) {
      for (int round = 0; round < 23; round++) {
        int[][] from = all[round % arrays];
        int[][] to = all[(round + 1) % arrays];
        machine.loop(
            kernel,
            ResidentMachine.from(0, n),
            new Object[] {from, to, 0},
            Use.reads(from, 0, n),
            Use.writes(to, 0, n));
        for (int i = 0; i < n; i++) {
          RowKernels.Shift.body(i, plain[round % arrays], plain[(round + 1) % arrays], 0);
        }
      }
      for (int k = 0; k < arrays; k++) {
        machine.coherence.reads(all[k]);
        assertThat(all[k]).isDeepEqualTo(plain[k]);
      }
      assertThat(machine.refusals).isEmpty();
    }
  }

  /** Moves the rows from the third on, and returns what was refused. */
  static List<String> moved(Device device, long[][] rows, long[][] moved) throws Exception {
    RangeKernel kernel = ResidentMachine.kernel(RowKernels.ShiftOnHost.class, 1, "[[J", "[[J", "I");
    try (ResidentMachine machine = new ResidentMachine(device)) {
      synchronized (machine.coherence) {
        machine.loop(
            kernel,
            ResidentMachine.from(2, 5),
            new Object[] {rows, moved, 0},
            Use.reads(rows, 2, 5),
            Use.writes(moved, 2, 5));
      }
      machine.coherence.reads(moved);
      return machine.refusals;
    }
  }
}
