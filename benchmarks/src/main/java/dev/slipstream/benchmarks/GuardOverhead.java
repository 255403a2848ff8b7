package dev.slipstream.benchmarks;

import dev.slipstream.benchmarks.compiled.CompiledLoops;
import dev.slipstream.boot.ArrayGuard;
import dev.slipstream.boot.Guards;
import dev.slipstream.compiler.ClassLibrary;
import dev.slipstream.compiler.guard.GuardForm;
import dev.slipstream.compiler.guard.GuardPass;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import jnt.scimark2.FFT;
import jnt.scimark2.LU;
import jnt.scimark2.MonteCarlo;
import jnt.scimark2.SOR;
import jnt.scimark2.SparseCompRow;

/**
 * What guards cost SciMark's five kernels, and a walk along pointers, while nothing is on a device,
 * and while other arrays are: the time with guards over the time without, median of 20 pairs that
 * take turns, and its 95 % confidence interval (of the order statistics). Each state and each
 * kernel has a JVM of its own.
 *
 * <p>{@code java -cp benchmarks.jar dev.slipstream.benchmarks.GuardOverhead [state kernel]}
 */
public final class GuardOverhead {
  private static final int PAIRS = 20;
  private static final long MEASURED_NANOS = 40_000_000;
  private static final int WARM_UPS = 25;
  private static final int REPETITIONS_IN_USE = 20;
  private static final int SHORTEST_PENDING = 1024;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final List<String> KERNELS =
      List.of("FFT", "SOR", "MonteCarlo", "Sparse", "LU", "Pointers");

  private GuardOverhead() {}

  /** What the guards meet. */
  private enum State {
    /** Nothing has ever been on a device. */
    UNUSED,
    /** Nothing is on a device, but all arrays of the kernel were for some time. */
    IDLE,
    /** After that a hundred other arrays are; kernels have shorter ones and longer ones. */
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
    Known known = new Known();
    Guards.install(known);
    if (state != State.UNUSED) {
      Guards.shortest(0);
      time(guarded, kernel, REPETITIONS_IN_USE);
    }
    Guards.shortest(Integer.MAX_VALUE);
    if (state == State.PENDING) {
      for (int i = 0; i < 100; i++) {
        known.arrays.put(new double[SHORTEST_PENDING + i], known);
      }
      Guards.shortest(SHORTEST_PENDING);
    }
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
            HostKernels.class,
            FFT.class,
            SOR.class,
            MonteCarlo.class,
            SparseCompRow.class,
            LU.class,
            jnt.scimark2.Random.class,
            PointerWalk.class,
            PointerWalk.Node.class);
    GuardPass pass = new GuardPass(Guards.class.getName().replace('.', '/'));
    for (Class<?> type : copied) {
      byte[] file = CompiledLoops.classFile(type);
      classes.put(
          type.getName(),
          guarded
              ? pass.guard(file, library, GuardForm.OWN_METHODS).classFile().orElse(file)
              : file);
    }
    try {
      return (ToDoubleFunction<String>)
          new Loader(classes)
              .loadClass(HostKernels.class.getName())
              .getDeclaredConstructor()
              .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Knows some arrays, which nobody uses, as the runtime does: by identity, with a lock. */
  private static final class Known implements ArrayGuard {
    private final Map<Object, Object> arrays = Collections.synchronizedMap(new IdentityHashMap<>());

    private void find(Object array) {
      if (arrays.containsKey(array)) {
        throw new IllegalStateException("a kernel uses an array that is none of its own");
      }
    }

    @Override
    public void reads(Object array) {
      find(array);
    }

    @Override
    public void writes(Object array) {
      find(array);
    }

    @Override
    public void written(Object array) {
      find(array);
    }

    @Override
    public void fence() {
      find(this);
    }

    @Override
    public void synchronous(Object array) {
      find(array);
    }

    @Override
    public void unguarded(String reason) {
      throw new IllegalStateException(reason);
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
