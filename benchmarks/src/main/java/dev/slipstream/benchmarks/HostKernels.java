package dev.slipstream.benchmarks;

import java.util.Random;
import java.util.function.ToDoubleFunction;
import jnt.scimark2.FFT;
import jnt.scimark2.LU;
import jnt.scimark2.MonteCarlo;
import jnt.scimark2.SOR;
import jnt.scimark2.SparseCompRow;

/** SciMark's kernels with their small sizes, and one other kernel; each loader has its own copy. */
public final class HostKernels implements ToDoubleFunction<String> {
  private final KernelData data;
  private final PointerWalk walk = new PointerWalk(new Random(11));

  /** Creates kernels that compute with given data. */
  public HostKernels(KernelData data) {
    this.data = data;
  }

  @Override
  public double applyAsDouble(String kernel) {
    switch (kernel) {
      case "FFT" -> {
        FFT.transform(data.signal);
        FFT.inverse(data.signal);
        return data.signal[5];
      }
      case "SOR" -> {
        SOR.execute(1.25, data.grid, 5);
        return data.grid[3][4];
      }
      case "MonteCarlo" -> {
        return MonteCarlo.integrate(5000);
      }
      case "Pointers" -> {
        return walk.walk(5000);
      }
      case "Sparse" -> {
        SparseCompRow.matmult(data.y, data.values, data.rows, data.columns, data.x, 5);
        return data.y[7];
      }
      default -> {
        for (int i = 0; i < 100; i++) {
          double[] from = data.system[i];
          double[] to = data.factors[i];
          for (int j = 0; j < 100; j++) {
            to[j] = from[j];
          }
        }
        LU.factor(data.factors, data.pivot);
        return data.factors[50][50];
      }
    }
  }
}
