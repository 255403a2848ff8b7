package dev.slipstream.benchmarks;

import dev.slipstream.benchmarks.compiled.CompiledLoops;
import dev.slipstream.boot.ArrayGuard;
import dev.slipstream.boot.Guards;
import dev.slipstream.compiler.classfile.ClassLibrary;
import dev.slipstream.compiler.guard.GuardPass;
import dev.slipstream.compiler.guard.emission.GuardForm;
import dev.slipstream.runtime.coherence.HostArrays;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToDoubleFunction;
import jnt.scimark2.FFT;
import jnt.scimark2.LU;
import jnt.scimark2.MonteCarlo;
import jnt.scimark2.SOR;
import jnt.scimark2.SparseCompRow;
import org.jspecify.annotations.Nullable;

/**
 * The cost of guards in SciMark's five kernels, and in a walk along pointers, while nothing is on a
 * device, and while other arrays are. The figure is the time with guards over the time without: the
 * median of 20 alternating pairs, with its 95 % confidence interval (from order statistics). Times
 * are processor times. The pairs of each state and kernel come from five JVMs; on machines with
 * many processors several JVMs run simultaneously. Needs no other jar, and no compiler.
 *
 * <p>{@code java -cp benchmarks.jar dev.slipstream.benchmarks.GuardOverhead [state [kernel]]}
 */
public final class GuardOverhead {
  private static final int JVMS = 5;
  private static final int PAIRS_EACH = 4;
  private static final int PAIRS = JVMS * PAIRS_EACH;
  private static final int PROCESSORS_EACH = 4;
  private static final long MEASURED_NANOS = 30_000_000;
  private static final int WARM_UPS = 20;
  private static final int REPETITIONS_BEFORE_USE = 500;
  private static final int REPETITIONS_IN_USE = 20;
  private static final int SHORTEST_PENDING = 1024;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final List<String> KERNELS =
      List.of("FFT", "SOR", "MonteCarlo", "Sparse", "LU", "Pointers");

  private GuardOverhead() {}

  /** The state of devices that guards find. */
  private enum State {
    /** Nothing has ever been on a device. */
    UNUSED(Integer.MAX_VALUE),
    /** Arrays of at least 64 elements were on a device; nothing has been on one for a second. */
    RESTING(64),
    /** Like RESTING, but within the first second. */
    IDLE(64),
    /**
     * Like IDLE, but then a hundred other arrays are on a device; kernels use shorter and longer
     * ones.
     */
    PENDING(64);

    private final int shortestBefore;

    State(int shortestBefore) {
      this.shortestBefore = shortestBefore;
    }
  }

  /**
   * Measures some states and kernels, or all of them.
   *
   * @throws IOException if a JVM cannot be started
   */
  public static void main(String[] arguments)
      throws IOException, InterruptedException, ExecutionException {
    if (arguments.length == 3) {
      measure(State.valueOf(arguments[0]), arguments[1]);
      return;
    }
    System.out.println("JDK " + Runtime.version() + "; time with guards / time without");
    System.out.println("state    kernel     median  [95 % interval]");
    int atATime = Math.max(1, Runtime.getRuntime().availableProcessors() / PROCESSORS_EACH);
    ExecutorService jvms = Executors.newFixedThreadPool(atATime);
    try {
      Map<String, List<Future<List<Double>>>> pairs = new LinkedHashMap<>();
      for (State state : State.values()) {
        for (String kernel : KERNELS) {
          if (isAskedFor(state, kernel, arguments)) {
            List<Future<List<Double>>> parts = new ArrayList<>();
            for (int i = 0; i < JVMS; i++) {
              parts.add(jvms.submit(() -> measureApart(state, kernel)));
            }
            pairs.put(
                String.format("%-8s %-10s", state.name().toLowerCase(Locale.ROOT), kernel), parts);
          }
        }
      }
      for (Map.Entry<String, List<Future<List<Double>>>> row : pairs.entrySet()) {
        List<Double> ratios = new ArrayList<>();
        for (Future<List<Double>> part : row.getValue()) {
          ratios.addAll(part.get());
        }
        print(row.getKey(), ratios);
      }
    } finally {
      jvms.shutdownNow();
    }
  }

  private static boolean isAskedFor(State state, String kernel, String[] arguments) {
    return (arguments.length < 1 || state.name().equals(arguments[0]))
        && (arguments.length < 2 || kernel.equals(arguments[1]));
  }

  private static void print(String what, List<Double> ratios) {
    Collections.sort(ratios);
    System.out.printf(
        Locale.ROOT,
        "%s %6.3f  [%.3f, %.3f]%n",
        what,
        (ratios.get(PAIRS / 2 - 1) + ratios.get(PAIRS / 2)) / 2,
        ratios.get(5),
        ratios.get(14));
  }

  private static List<Double> measureApart(State state, String kernel)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                System.getProperty("java.class.path"),
                GuardOverhead.class.getName(),
                state.name(),
                kernel,
                "here")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    List<Double> ratios;
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      ratios = out.lines().map(Double::valueOf).toList();
    }
    int exit = process.waitFor();
    if (exit != 0 || ratios.size() != PAIRS_EACH) {
      throw new IOException("the JVM for " + state + " " + kernel + " ended with " + exit);
    }
    return ratios;
  }

  private static void measure(State state, String kernel) {
    KernelData data = new KernelData();
    ToDoubleFunction<String> plain = kernels(data, false);
    ToDoubleFunction<String> guarded = kernels(data, true);
    Known known = new Known();
    Guards.install(known);
    // As in a program that computes, uses devices, and computes again.
    time(guarded, kernel, REPETITIONS_BEFORE_USE);
    Guards.shortest(state.shortestBefore);
    time(guarded, kernel, REPETITIONS_IN_USE);
    Guards.shortest(Integer.MAX_VALUE);
    if (state == State.RESTING && !Guards.rest()) {
      throw new IllegalStateException("guards do not rest");
    }
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
    for (int pair = 0; pair < PAIRS_EACH; pair++) {
      boolean plainFirst = pair % 2 == 0;
      double first = time(plainFirst ? plain : guarded, kernel, repetitions);
      double second = time(plainFirst ? guarded : plain, kernel, repetitions);
      System.out.println(plainFirst ? second / first : first / second);
    }
  }

  private static int repetitions(ToDoubleFunction<String> kernels, String kernel) {
    time(kernels, kernel, 200);
    double each = time(kernels, kernel, 200) / 200;
    return (int) Math.max(1, MEASURED_NANOS / each);
  }

  private static double time(ToDoubleFunction<String> kernels, String kernel, int repetitions) {
    double sum = 0;
    // Processor time, so that other programs on the machine do not count.
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
  private static ToDoubleFunction<String> kernels(KernelData data, boolean guarded) {
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
    GuardPass pass =
        new GuardPass(Guards.class.getName().replace('.', '/'), HostArrays.LEAST_LENGTH);
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
              .getDeclaredConstructor(KernelData.class)
              .newInstance(data);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Knows some unused arrays in the same way as the runtime: by identity, with a lock. */
  private static final class Known implements ArrayGuard {
    @Override
    public @Nullable CompletableFuture<Object> snapshot(Object array, int from, int to) {
      return null;
    }

    private final Map<Object, Object> arrays = Collections.synchronizedMap(new IdentityHashMap<>());

    private void find(Object array) {
      if (arrays.containsKey(array)) {
        throw new IllegalStateException("a kernel uses an array that is none of its own");
      }
    }

    @Override
    public void reads(Object array, int index) {
      find(array);
    }

    @Override
    public void writes(Object array, int index) {
      find(array);
    }

    @Override
    public void written(Object array, int index) {
      find(array);
    }

    @Override
    public void fence() {
      find(this);
    }

    @Override
    public void readsAll(boolean allButLost) {
      find(this);
    }

    @Override
    public void fenceForObject() {
      find(this);
    }

    @Override
    public void synchronous(Object array) {
      find(array);
    }

    @Override
    public void hold(Object array) {
      find(array);
    }

    @Override
    public void release(Object array) {
      find(array);
    }

    @Override
    public void holdAll() {
      find(this);
    }

    @Override
    public void releaseAll() {
      find(this);
    }

    @Override
    public void named(Class<?> type, String name) {
      throw new IllegalStateException("a kernel uses reflection: " + type + "." + name);
    }

    @Override
    public void unguarded(String reason) {
      throw new IllegalStateException(reason);
    }
  }

  /** Defines its own copies of some classes. */
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
