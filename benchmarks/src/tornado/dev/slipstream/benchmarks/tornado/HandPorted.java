package dev.slipstream.benchmarks.tornado;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import uk.ac.manchester.tornado.api.DataRange;
import uk.ac.manchester.tornado.api.GridScheduler;
import uk.ac.manchester.tornado.api.KernelContext;
import uk.ac.manchester.tornado.api.TaskGraph;
import uk.ac.manchester.tornado.api.TornadoExecutionPlan;
import uk.ac.manchester.tornado.api.TornadoExecutionResult;
import uk.ac.manchester.tornado.api.WorkerGrid;
import uk.ac.manchester.tornado.api.WorkerGrid1D;
import uk.ac.manchester.tornado.api.WorkerGrid2D;
import uk.ac.manchester.tornado.api.enums.DataTransferMode;
import uk.ac.manchester.tornado.api.math.TornadoMath;
import uk.ac.manchester.tornado.api.types.arrays.FloatArray;

/**
 * The side that is ported by hand: TornadoVM's kernels over its arrays outside the heap, which hold
 * the data from the beginning. The arguments are the same; {@code -Dcomparison.device=B:D} selects
 * the device.
 */
public final class HandPorted {
  private final Sizes sizes;
  private final int samples;
  private final int times;

  private HandPorted(Sizes sizes, int samples, int times) {
    this.sizes = sizes;
    this.samples = samples;
    this.times = times;
  }

  /** Measures the kernels. */
  public static void main(String[] arguments) throws Exception {
    HandPorted ported =
        new HandPorted(
            new Sizes(Integer.parseInt(arguments[1])),
            Integer.parseInt(arguments[2]),
            Integer.parseInt(arguments[3]));
    ported.run(Set.of(arguments[0].split(",")));
  }

  /** Adds the task of a kernel to a graph. */
  @FunctionalInterface
  private interface Task {
    void addTo(TaskGraph graph);
  }

  private void run(Set<String> kernels) throws Exception {
    KernelContext context = new KernelContext();
    if (kernels.contains("saxpy")) {
      int n = sizes.saxpy();
      FloatArray x = floats(n, 1);
      FloatArray y = floats(n, 2);
      measure(
          "saxpy",
          line(n),
          y,
          graph -> graph.task("t", HandPorted::saxpy, context, 0.01f, x, y),
          new Object[] {x, y},
          new Object[] {y});
    }
    if (kernels.contains("sgemm")) {
      int n = sizes.sgemm();
      FloatArray a = floats(n * n, 1);
      FloatArray b = floats(n * n, 2);
      FloatArray c = new FloatArray(n * n);
      measure(
          "sgemm",
          square(n),
          c,
          graph -> graph.task("t", HandPorted::sgemm, context, n, a, b, c),
          new Object[] {a, b},
          new Object[] {c});
    }
    if (kernels.contains("stencil")) {
      int n = sizes.stencil();
      FloatArray from = floats(n * n, 1);
      FloatArray to = new FloatArray(n * n);
      measure(
          "stencil",
          square(n),
          to,
          graph -> graph.task("t", HandPorted::stencil, context, n, from, to),
          new Object[] {from},
          new Object[] {to});
    }
    if (kernels.contains("mandelbrot")) {
      int n = sizes.mandelbrot();
      FloatArray picture = new FloatArray(n * n);
      measure(
          "mandelbrot",
          square(n),
          picture,
          graph -> graph.task("t", HandPorted::mandelbrot, context, n, picture),
          new Object[0],
          new Object[] {picture});
    }
    if (kernels.contains("nbody")) {
      int n = sizes.nbody();
      FloatArray x = floats(n, 1);
      FloatArray y = floats(n, 2);
      FloatArray z = floats(n, 3);
      FloatArray ax = new FloatArray(n);
      FloatArray ay = new FloatArray(n);
      FloatArray az = new FloatArray(n);
      measure(
          "nbody",
          line(n),
          ax,
          graph -> graph.task("t", HandPorted::nbody, context, n, x, y, z, ax, ay, az),
          new Object[] {x, y, z},
          new Object[] {ax, ay, az});
    }
    if (kernels.contains("blackscholes")) {
      int n = sizes.blackScholes();
      FloatArray price = floats(n, 1);
      FloatArray call = new FloatArray(n);
      FloatArray put = new FloatArray(n);
      measure(
          "blackscholes",
          line(n),
          call,
          graph -> graph.task("t", HandPorted::blackScholes, context, n, price, call, put),
          new Object[] {price},
          new Object[] {call, put});
    }
    if (kernels.contains("dft")) {
      int n = sizes.dft();
      FloatArray in = floats(n, 1);
      FloatArray real = new FloatArray(n);
      FloatArray imaginary = new FloatArray(n);
      measure(
          "dft",
          line(n),
          real,
          graph -> graph.task("t", HandPorted::dft, context, n, in, real, imaginary),
          new Object[] {in},
          new Object[] {real, imaginary});
    }
    if (kernels.contains("montecarlo")) {
      int n = sizes.monteCarlo();
      FloatArray inside = new FloatArray(n);
      measure(
          "montecarlo",
          line(n),
          inside,
          graph -> graph.task("t", HandPorted::monteCarlo, context, n, inside),
          new Object[0],
          new Object[] {inside});
    }
  }

  private static FloatArray floats(int count, long seed) {
    FloatArray array = new FloatArray(count);
    MemorySegment.copy(
        MemorySegment.ofArray(Inputs.floats(count, seed)), 0, array.getSegment(), 0, 4L * count);
    return array;
  }

  private static WorkerGrid line(int n) {
    WorkerGrid grid = new WorkerGrid1D((n + 255) / 256 * 256);
    grid.setLocalWork(256, 1, 1);
    return grid;
  }

  /** The first axis is the innermost loop, whose elements lie side by side. */
  private static WorkerGrid square(int n) {
    WorkerGrid grid = new WorkerGrid2D((n + 31) / 32 * 32, (n + 7) / 8 * 8);
    grid.setLocalWork(32, 8, 1);
    return grid;
  }

  private void measure(
      String kernel, WorkerGrid grid, FloatArray result, Task task, Object[] in, Object[] out)
      throws Exception {
    TaskGraph copied = new TaskGraph(kernel + "Copied");
    if (in.length > 0) {
      copied.transferToDevice(DataTransferMode.EVERY_EXECUTION, in);
    }
    task.addTo(copied);
    copied.transferToHost(DataTransferMode.EVERY_EXECUTION, out);
    try (TornadoExecutionPlan plan = plan(copied, kernel + "Copied", grid)) {
      plan.execute();
      double sum = 0;
      for (int i = 0; i < result.getSize(); i++) {
        sum += Math.abs(result.get(i));
      }
      Samples.sum(kernel, sum);
      // The JVM has compiled what both do in the many executions of the first measurement.
      resident(kernel, grid, result, task, in, out);
      Samples.take(kernel, "copied", samples, 1, () -> rewrite(in), plan::execute);
      fromHeap(kernel, plan, in, out);
    }
  }

  /** Measures with data in plain arrays, which the port copies to TornadoVM's arrays and back. */
  private void fromHeap(String kernel, TornadoExecutionPlan plan, Object[] in, Object[] out)
      throws Exception {
    float[][] inputs = heapArrays(in);
    float[][] outputs = heapArrays(out);
    Samples.take(
        kernel,
        "heap",
        samples,
        1,
        () -> Inputs.rewrite(inputs),
        () -> {
          for (int i = 0; i < in.length; i++) {
            MemorySegment heap = MemorySegment.ofArray(inputs[i]);
            ((FloatArray) in[i]).getSegment().copyFrom(heap);
          }
          plan.execute();
          for (int o = 0; o < out.length; o++) {
            MemorySegment.ofArray(outputs[o]).copyFrom(((FloatArray) out[o]).getSegment());
          }
        });
  }

  /** Writes each element, as on the heap, so that caches hold the same on both sides. */
  private static void rewrite(Object[] arrays) {
    for (Object each : arrays) {
      FloatArray array = (FloatArray) each;
      for (int i = 0; i < array.getSize(); i++) {
        array.set(i, array.get(i) + 0f);
      }
    }
  }

  private static float[][] heapArrays(Object[] arrays) {
    float[][] all = new float[arrays.length][];
    for (int a = 0; a < arrays.length; a++) {
      all[a] = ((FloatArray) arrays[a]).toHeapArray();
    }
    return all;
  }

  private void resident(
      String kernel, WorkerGrid grid, FloatArray result, Task task, Object[] in, Object[] out)
      throws Exception {
    TaskGraph resident = new TaskGraph(kernel + "Resident");
    if (in.length > 0) {
      resident.transferToDevice(DataTransferMode.FIRST_EXECUTION, in);
    }
    task.addTo(resident);
    resident.transferToHost(DataTransferMode.UNDER_DEMAND, out);
    try (TornadoExecutionPlan plan = plan(resident, kernel + "Resident", grid)) {
      DataRange one = new DataRange(result).withOffset(result.getSize() / 2).withSize(1);
      // After a copy of a part TornadoVM takes the array to be as long as that part.
      DataRange all = new DataRange(result).withOffset(0).withSize(result.getSize());
      Samples.take(
          kernel,
          "resident",
          samples,
          times,
          () -> {},
          () -> execute(plan, times).transferToHost(one));
      Samples.take(
          kernel,
          "returned",
          samples,
          times,
          () -> {},
          () -> execute(plan, times).transferToHost(all));
    }
  }

  private static TornadoExecutionResult execute(TornadoExecutionPlan plan, int times)
      throws Exception {
    TornadoExecutionResult last = plan.execute();
    for (int time = 1; time < times; time++) {
      last = plan.execute();
    }
    return last;
  }

  private static TornadoExecutionPlan plan(TaskGraph graph, String name, WorkerGrid grid) {
    TornadoExecutionPlan plan = new TornadoExecutionPlan(graph.snapshot());
    String device = System.getProperty("comparison.device", "");
    if (!device.isEmpty()) {
      String[] numbers = device.split(":");
      plan.withDevice(
          TornadoExecutionPlan.getDevice(
              Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1])));
    }
    plan.withGridScheduler(new GridScheduler(name + ".t", grid));
    return plan;
  }

  private static void saxpy(KernelContext context, float factor, FloatArray x, FloatArray y) {
    int i = context.globalIdx;
    if (i < y.getSize()) {
      y.set(i, factor * x.get(i) + y.get(i));
    }
  }

  private static void sgemm(
      KernelContext context, int n, FloatArray a, FloatArray b, FloatArray c) {
    int i = context.globalIdy;
    int j = context.globalIdx;
    if (i < n && j < n) {
      float sum = 0;
      for (int k = 0; k < n; k++) {
        sum += a.get(i * n + k) * b.get(k * n + j);
      }
      c.set(i * n + j, sum);
    }
  }

  private static void stencil(KernelContext context, int n, FloatArray from, FloatArray to) {
    int i = context.globalIdy + 1;
    int j = context.globalIdx + 1;
    if (i < n - 1 && j < n - 1) {
      int at = i * n + j;
      float sum =
          from.get(at) + from.get(at - 1) + from.get(at + 1) + from.get(at - n) + from.get(at + n);
      to.set(at, 0.2f * sum);
    }
  }

  private static void mandelbrot(KernelContext context, int n, FloatArray picture) {
    int i = context.globalIdy;
    int j = context.globalIdx;
    if (i < n && j < n) {
      float cr = -2f + 3f * j / n;
      float ci = -1.5f + 3f * i / n;
      float zr = 0;
      float zi = 0;
      int count = 0;
      while (count < Sizes.MANDELBROT_LIMIT && zr * zr + zi * zi <= 4f) {
        float next = zr * zr - zi * zi + cr;
        zi = 2f * zr * zi + ci;
        zr = next;
        count++;
      }
      picture.set(i * n + j, count);
    }
  }

  private static void nbody(
      KernelContext context,
      int n,
      FloatArray x,
      FloatArray y,
      FloatArray z,
      FloatArray ax,
      FloatArray ay,
      FloatArray az) {
    int i = context.globalIdx;
    if (i < n) {
      float sx = 0;
      float sy = 0;
      float sz = 0;
      for (int j = 0; j < n; j++) {
        float dx = x.get(j) - x.get(i);
        float dy = y.get(j) - y.get(i);
        float dz = z.get(j) - z.get(i);
        float square = dx * dx + dy * dy + dz * dz + 0.01f;
        float pull = 1f / (square * TornadoMath.sqrt(square));
        sx += pull * dx;
        sy += pull * dy;
        sz += pull * dz;
      }
      ax.set(i, sx);
      ay.set(i, sy);
      az.set(i, sz);
    }
  }

  private static void blackScholes(
      KernelContext context, int n, FloatArray price, FloatArray call, FloatArray put) {
    int i = context.globalIdx;
    if (i < n) {
      float rand = price.get(i);
      float s = 10f * rand + 100f * (1f - rand);
      float k = 10f * rand + 100f * (1f - rand) * 0.9f;
      float t = 1f * rand + 10f * (1f - rand);
      float r = 0.01f * rand + 0.05f * (1f - rand);
      float v = 0.01f * rand + 0.10f * (1f - rand);
      float root = v * TornadoMath.sqrt(t);
      float d1 = (TornadoMath.log(s / k) + (r + v * v * 0.5f) * t) / root;
      float d2 = d1 - root;
      float discounted = k * TornadoMath.exp(-r * t);
      float n1 = normal(d1);
      float n2 = normal(d2);
      call.set(i, s * n1 - discounted * n2);
      put.set(i, discounted * (1f - n2) - s * (1f - n1));
    }
  }

  private static float normal(float x) {
    float l = x < 0 ? -x : x;
    float k = 1f / (1f + 0.2316419f * l);
    float sum =
        k
            * (0.319381530f
                + k
                    * (-0.356563782f
                        + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float y = 1f - 0.39894228f * TornadoMath.exp(-l * l / 2f) * sum;
    return x < 0 ? 1f - y : y;
  }

  private static void dft(
      KernelContext context, int n, FloatArray in, FloatArray real, FloatArray imaginary) {
    int k = context.globalIdx;
    if (k < n) {
      float sumReal = 0;
      float sumImaginary = 0;
      for (int t = 0; t < n; t++) {
        float angle = 6.2831855f * t * k / n;
        sumReal += in.get(t) * TornadoMath.cos(angle);
        sumImaginary -= in.get(t) * TornadoMath.sin(angle);
      }
      real.set(k, sumReal);
      imaginary.set(k, sumImaginary);
    }
  }

  private static void monteCarlo(KernelContext context, int n, FloatArray inside) {
    int i = context.globalIdx;
    if (i < n) {
      long seed = i;
      int hits = 0;
      for (int draw = 0; draw < Sizes.DRAWS; draw++) {
        seed = (seed * 0x5DEECE66DL + 0xBL) & 0xFFFFFFFFFFFFL;
        float x = (seed & 0x0FFFFFFF) / 268435455f;
        seed = (seed * 0x5DEECE66DL + 0xBL) & 0xFFFFFFFFFFFFL;
        float y = (seed & 0x0FFFFFFF) / 268435455f;
        if (x * x + y * y <= 1f) {
          hits++;
        }
      }
      inside.set(i, hits);
    }
  }
}
