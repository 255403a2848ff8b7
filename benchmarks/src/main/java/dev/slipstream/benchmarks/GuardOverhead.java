package dev.slipstream.benchmarks;

import dev.slipstream.benchmarks.compiled.CompiledLoops;
import dev.slipstream.compiler.ClassLibrary;
import dev.slipstream.compiler.guard.GuardPass;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import jnt.scimark2.FFT;
import jnt.scimark2.LU;
import jnt.scimark2.MonteCarlo;
import jnt.scimark2.SOR;
import jnt.scimark2.SparseCompRow;

/**
 * What guards cost SciMark's five kernels while nothing is pending, and while other arrays are: the
 * time with guards over the time without, median of 20 pairs that take turns, and its 95 %
 * confidence interval (of the order statistics). Each state of the dispatcher and each kernel has a
 * JVM of its own.
 *
 * <p>{@code java -cp benchmarks.jar dev.slipstream.benchmarks.GuardOverhead [state kernel]}
 */
public final class GuardOverhead {
  private static final int PAIRS = 20;
  private static final long MEASURED_NANOS = 40_000_000;
  private static final int WARM_UPS = 25;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final List<String> KERNELS = List.of("FFT", "SOR", "MonteCarlo", "Sparse", "LU");

  private GuardOverhead() {}

  /** What the dispatcher answers. */
  private enum State {
    /** Nothing has ever been pending. */
    UNUSED,
    /** Nothing is pending, but something was. */
    IDLE,
    /** A hundred arrays are pending, none of which the kernels use. */
    PENDING
  }

  /**
   * Runs one state, or all of them in JVMs of their own.
   *
   * @throws IOException if a JVM cannot be started
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    if (arguments.length == 2) {
      measure(State.valueOf(arguments[0]), arguments[1]);
      return;
    }
    for (State state : State.values()) {
      for (String kernel : KERNELS) {
        List<String> command =
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                GuardOverhead.class.getName(),
                state.name(),
                kernel);
        int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (exit != 0) {
          throw new IOException("the JVM for " + state + " ended with " + exit);
        }
      }
    }
  }

  private static void measure(State state, String kernel) {
    ToDoubleFunction<String> plain = kernels(false);
    ToDoubleFunction<String> guarded = kernels(true);
    if (state != State.UNUSED) {
      Dispatcher.useSlowPath();
    }
    Dispatcher.pend(state == State.PENDING ? 100 : 0);
    int repetitions = repetitions(plain, kernel);
    for (int i = 0; i < WARM_UPS; i++) {
      time(plain, kernel, repetitions);
      time(guarded, kernel, repetitions);
    }
    double[] ratios = new double[PAIRS];
    for (int pair = 0; pair < PAIRS; pair++) {
      boolean plainFirst = pair % 2 == 0;
      double first = time(plainFirst ? plain : guarded, kernel, repetitions);
      double second = time(plainFirst ? guarded : plain, kernel, repetitions);
      ratios[pair] = plainFirst ? second / first : first / second;
    }
    Arrays.sort(ratios);
    System.out.printf(
        Locale.ROOT,
        "%-8s %-10s %6.3f  [%.3f, %.3f]%n",
        state.name().toLowerCase(Locale.ROOT),
        kernel,
        (ratios[PAIRS / 2 - 1] + ratios[PAIRS / 2]) / 2,
        ratios[5],
        ratios[14]);
  }

  private static int repetitions(ToDoubleFunction<String> kernels, String kernel) {
    time(kernels, kernel, 200);
    double each = time(kernels, kernel, 200) / 200;
    return (int) Math.max(1, MEASURED_NANOS / each);
  }

  private static double time(ToDoubleFunction<String> kernels, String kernel, int repetitions) {
    double sum = 0;
    // Time on the processor, as other programs on the machine would count otherwise.
    long start = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < repetitions; i++) {
      sum += kernels.applyAsDouble(kernel);
    }
    long end = THREADS.getCurrentThreadCpuTime();
    if (Double.isNaN(sum)) {
      throw new IllegalStateException(kernel + " computed no number");
    }
    return end - start;
  }

  @SuppressWarnings("unchecked")
  private static ToDoubleFunction<String> kernels(boolean guarded) {
    ClassLibrary library = CompiledLoops.library();
    Map<String, byte[]> classes = new HashMap<>();
    List<Class<?>> copied =
        List.of(
            Kernels.class,
            FFT.class,
            SOR.class,
            MonteCarlo.class,
            SparseCompRow.class,
            LU.class,
            jnt.scimark2.Random.class);
    GuardPass pass = new GuardPass(Dispatcher.class.getName().replace('.', '/'));
    for (Class<?> type : copied) {
      byte[] file = CompiledLoops.classFile(type);
      classes.put(
          type.getName(), guarded ? pass.guard(file, library).classFile().orElse(file) : file);
    }
    try {
      return (ToDoubleFunction<String>)
          new Loader(classes)
              .loadClass(Kernels.class.getName())
              .getDeclaredConstructor()
              .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The kernels with SciMark's small sizes; each loader has its own. */
  public static final class Kernels implements ToDoubleFunction<String> {
    private final Random random = new Random(7);
    private final double[] signal = vector(2 * 1024);
    private final double[][] grid = matrix(100);
    private final double[][] system = matrix(100);
    private final double[][] factors = matrix(100);
    private final int[] pivot = new int[100];
    private final double[] x = vector(1000);
    private final double[] y = new double[1000];
    private final double[] values = vector(5000);
    private final int[] columns = random.ints(5000, 0, 1000).toArray();
    private final int[] rows = new int[1001];

    /** Fills the arrays. */
    public Kernels() {
      for (int r = 0; r < rows.length; r++) {
        rows[r] = 5 * r;
      }
    }

    private double[] vector(int length) {
      return random.doubles(length).toArray();
    }

    private double[][] matrix(int size) {
      double[][] matrix = new double[size][];
      for (int i = 0; i < size; i++) {
        matrix[i] = vector(size);
      }
      return matrix;
    }

    @Override
    public double applyAsDouble(String kernel) {
      switch (kernel) {
        case "FFT" -> {
          FFT.transform(signal);
          FFT.inverse(signal);
          return signal[5];
        }
        case "SOR" -> {
          SOR.execute(1.25, grid, 5);
          return grid[3][4];
        }
        case "MonteCarlo" -> {
          return MonteCarlo.integrate(5000);
        }
        case "Sparse" -> {
          SparseCompRow.matmult(y, values, rows, columns, x, 5);
          return y[7];
        }
        default -> {
          for (int i = 0; i < 100; i++) {
            double[] from = system[i];
            double[] to = factors[i];
            for (int j = 0; j < 100; j++) {
              to[j] = from[j];
            }
          }
          LU.factor(factors, pivot);
          return factors[50][50];
        }
      }
    }
  }

  /** A dispatcher that knows some arrays, which nobody uses. */
  public static final class Dispatcher {
    private static boolean pending;
    private static long lengths;
    private static final Set<Object> arrays = Collections.newSetFromMap(new IdentityHashMap<>());

    private Dispatcher() {}

    static void pend(int count) {
      List<Object> held = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        held.add(new double[1 << 10 | i % 8]);
      }
      arrays.clear();
      arrays.addAll(held);
      pending = count > 0;
      lengths = 0;
      held.forEach(array -> lengths |= 1L << Array.getLength(array));
    }

    /** Has the JIT see every guard find something, as in a program that offloads loops. */
    static void useSlowPath() {
      pending = true;
      lengths = ~0L;
      for (int i = 0; i < 100_000; i++) {
        Object array = new double[i % 64];
        read(array);
        write(array);
        written(array);
        beginWrite(array);
        endWrite(array);
      }
    }

    private static void look(Object array) {
      if (array != null && (lengths >>> Array.getLength(array) & 1) != 0) {
        find(array);
      }
    }

    private static void find(Object array) {
      if (arrays.contains(array)) {
        throw new IllegalStateException("a kernel uses an array that is none of its own");
      }
    }

    /** See {@link dev.slipstream.compiler.guard.GuardCalls}. */
    public static void read(Object array) {
      if (pending) {
        look(array);
      }
    }

    /** See {@link dev.slipstream.compiler.guard.GuardCalls}. */
    public static void write(Object array) {
      if (pending) {
        look(array);
      }
    }

    /** See {@link dev.slipstream.compiler.guard.GuardCalls}. */
    public static void written(Object array) {
      if (pending) {
        look(array);
      }
    }

    /** See {@link dev.slipstream.compiler.guard.GuardCalls}. */
    public static void beginWrite(Object array) {
      if (pending) {
        look(array);
      }
    }

    /** See {@link dev.slipstream.compiler.guard.GuardCalls}. */
    public static void endWrite(Object array) {
      if (pending) {
        look(array);
      }
    }

    /** See {@link dev.slipstream.compiler.guard.GuardCalls}. */
    public static void handedOut(Object array, int mode) {
      if (pending && array != null && array.getClass().isArray()) {
        find(array);
      }
    }

    /** See {@link dev.slipstream.compiler.guard.GuardCalls}. */
    public static void takenBack(Object array) {
      handedOut(array, 0);
    }

    /** See {@link dev.slipstream.compiler.guard.GuardCalls}. */
    public static void cameOut(Object array) {
      handedOut(array, 0);
    }

    /** See {@link dev.slipstream.compiler.guard.GuardCalls}. */
    public static void fence() {}

    /** See {@link dev.slipstream.compiler.guard.GuardCalls}. */
    public static Object row(Object rows, int index) {
      return rows instanceof Object[] array && index >= 0 && index < array.length
          ? array[index]
          : rows;
    }
  }

  /** Has its own copies of some classes. */
  private static final class Loader extends ClassLoader {
    private final Map<String, byte[]> classes;

    Loader(Map<String, byte[]> classes) {
      super(GuardOverhead.class.getClassLoader());
      this.classes = classes;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        byte[] file = classes.get(name);
        if (known != null || file == null) {
          return known != null ? known : super.loadClass(name, resolve);
        }
        return defineClass(name, file, 0, file.length);
      }
    }
  }
}
