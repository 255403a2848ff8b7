package dev.slipstream.agent.connection;

import dev.slipstream.compiler.analysis.mapper.LoopMappers;
import dev.slipstream.compiler.outlining.LoopKernel;
import dev.slipstream.compiler.outlining.WatchedKernel;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.region.Box;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.ObjIntConsumer;

/**
 * Checks the promise of {@code @Reads}: runs the iterations of an execution one by one, on copies
 * of the arrays that they write, and checks that each element they read lies in the boxes declared
 * for the iteration. The kernel of a reducing loop runs no single iterations; there only the boxes
 * of all iterations together are checked. Thread-safe; checks one execution at a time.
 */
public final class DeclaredReads {
  private final LoopKernel source;

  /**
   * @param source the loop
   */
  public DeclaredReads(LoopKernel source) {
    this.source = source;
  }

  /**
   * Checks one execution before it runs. Leaves the arrays unchanged.
   *
   * @param start the loop variable's value at the loop's entry
   * @param captures what the call site passed
   * @param run the execution as planned
   * @return the first read that breaks the promise, as shown to users; empty if there is none
   * @throws ReflectiveOperationException if the kernel cannot be loaded
   */
  public synchronized Optional<String> firstOutside(
      int start, Object[] captures, LaunchPlan.Run run) throws ReflectiveOperationException {
    Optional<LoopMappers> mappers = source.mappers(start, captures);
    if (mappers.isEmpty() || mappers.get().arrays().stream().noneMatch(ArrayMapper::isDeclared)) {
      return Optional.empty();
    }
    Object[] arguments = ArgumentCopies.of(run);
    WatchedArrays watched = new WatchedArrays(mappers.get(), arguments);
    MethodHandle kernel = load(run.checked() ? source.checkedKernel() : source.kernel(), watched);
    IterationSpace space = run.launch().space();
    int[] counts = space.counts();
    int[] iteration = new int[counts.length];
    boolean isWhole = mappers.get().isReduction();
    watched.enter(mappers.get().space());
    do {
      int[] bounds = new int[2 * counts.length];
      long[] chunk = Box.SCALAR.ends();
      for (int d = 0; d < counts.length; d++) {
        int count = isWhole ? counts[d] : 1;
        bounds[2 * d] = space.value(d, iteration[d]);
        bounds[2 * d + 1] = bounds[2 * d] + count * space.step(d);
        chunk[2 * d] = iteration[d];
        chunk[2 * d + 1] = (long) iteration[d] + count;
      }
      if (!isWhole) {
        watched.enter(Box.ofEnds(chunk));
      }
      try {
        kernel.invokeExact(bounds, arguments);
      } catch (Throwable thrown) {
        // An exception of the loop is the program's affair.
        return Optional.empty();
      }
      if (watched.outside().isPresent()) {
        return Optional.of(
            source.name() + " reads " + watched.outside().get() + at(run, iteration));
      }
    } while (!isWhole && advance(iteration, counts));
    return Optional.empty();
  }

  private static String at(LaunchPlan.Run run, int[] iteration) {
    IterationSpace space = run.launch().space();
    int[] values = new int[iteration.length];
    Arrays.setAll(values, d -> space.value(d, iteration[d]));
    return " in iteration " + Arrays.toString(values);
  }

  private static boolean advance(int[] iteration, int[] counts) {
    for (int d = counts.length - 1; d >= 0; d--) {
      if (++iteration[d] < counts[d]) {
        return true;
      }
      iteration[d] = 0;
    }
    return false;
  }

  /** Kernels are closed, so the platform's classes suffice. */
  private static MethodHandle load(RangeKernel kernel, ObjIntConsumer<Object> reads)
      throws ReflectiveOperationException {
    Class<?> type =
        Class.forName(
            kernel.className(), true, new Loader(kernel.className(), WatchedKernel.of(kernel)));
    type.getField(WatchedKernel.FIELD).set(null, reads);
    return MethodHandles.publicLookup()
        .findStatic(type, "run", MethodType.methodType(void.class, int[].class, Object[].class));
  }

  private static final class Loader extends ClassLoader {
    private final String name;
    private final byte[] classFile;

    Loader(String name, byte[] classFile) {
      super("slipstream-watched-kernel", ClassLoader.getPlatformClassLoader());
      this.name = name;
      this.classFile = classFile;
    }

    @Override
    protected Class<?> findClass(String wanted) throws ClassNotFoundException {
      if (!wanted.equals(name)) {
        throw new ClassNotFoundException(wanted);
      }
      return defineClass(name, classFile, 0, classFile.length);
    }
  }
}
