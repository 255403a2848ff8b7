package dev.slipstream.agent.coherence;

import dev.slipstream.compiler.LaunchPlan;
import dev.slipstream.compiler.LoopKernel;
import dev.slipstream.runtime.coherence.Coherence;
import dev.slipstream.runtime.coherence.LoopArray;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.kernel.IterationSpace;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Defers loops in the simplest way that there is, so that what goes wrong is the fault of guards or
 * of {@link Coherence}. Loops that are not known to throw nothing, or have something to do when
 * they are complete, are left to the program.
 */
final class LazyMachine implements Machine {
  private final LazyDevice device = new LazyDevice();
  private final Coherence coherence = new Coherence(device);
  private final Map<Integer, LoopKernel> loops = new HashMap<>();
  private final Map<Integer, KernelRun> kernels = new ConcurrentHashMap<>();
  private final AtomicLong deferred = new AtomicLong();
  private final Random random;
  private final boolean late;
  private final boolean snapshots;

  /**
   * @param snapshots whether rows are taken at submission, as they must be
   */
  LazyMachine(long seed, boolean snapshots) {
    this.random = new Random(seed);
    this.late = random.nextInt(4) > 0;
    this.snapshots = snapshots;
  }

  @Override
  public void register(List<LoopKernel> taken) {
    taken.forEach(loop -> loops.put(loop.site(), loop));
  }

  @Override
  public int submit(int site, int start, Object[] captures) {
    LoopKernel loop = loops.get(site);
    if (!(loop.plan(start, captures) instanceof LaunchPlan.Run run) || !isDeferred(run, captures)) {
      return start;
    }
    Uses uses = new Uses(run);
    List<LoopArray> used = uses.used();
    KernelRun kernel =
        kernels.computeIfAbsent(site, number -> new KernelRun(loop.className(), loop.classFile()));
    coherence.submit(
        used,
        buffers -> {
          List<Object> arrays = used.stream().map(LoopArray::array).toList();
          List<Buffer> own = arrays.stream().map(buffers).toList();
          // The arguments are those of the submission; later they may be others.
          Object[] rows = snapshots ? uses.copies() : run.arguments();
          device.loop(own, arrays, elements -> compute(kernel, run, rows, arrays, elements));
          return own;
        });
    deferred.incrementAndGet();
    if (!late) {
      for (int steps = random.nextInt(4); steps > 0; steps--) {
        device.step();
      }
    }
    return run.resume();
  }

  private static boolean isDeferred(LaunchPlan.Run run, Object[] captures) {
    if (run.checked() || run.violation() != LaunchPlan.Run.PROVEN || run.fixedOrder()) {
      return false;
    }
    // What is not the program's is combined when the loop is complete.
    return Arrays.stream(run.arguments())
        .filter(argument -> argument != null && argument.getClass().isArray())
        .allMatch(array -> Arrays.stream(captures).anyMatch(capture -> capture == array));
  }

  private void compute(
      KernelRun kernel,
      LaunchPlan.Run run,
      Object[] arguments,
      List<Object> arrays,
      List<Object> elements) {
    Map<Object, Object> onDevice = new IdentityHashMap<>();
    for (int k = 0; k < arrays.size(); k++) {
      onDevice.put(arrays.get(k), elements.get(k));
    }
    Object[] moved = new Object[arguments.length];
    for (int k = 0; k < moved.length; k++) {
      moved[k] = moved(arguments[k], onDevice);
    }
    IterationSpace space = new IterationSpace(run.starts(), run.steps(), run.counts());
    int[] bounds = new int[2 * space.dimensions()];
    for (int d = 0; d < space.dimensions(); d++) {
      bounds[2 * d] = space.start(d);
      bounds[2 * d + 1] = space.value(d, space.count(d));
    }
    kernel.run(bounds, moved);
  }

  private Object moved(Object argument, Map<Object, Object> onDevice) {
    if (argument instanceof Object[] rows) {
      Object[] moved =
          (Object[]) Array.newInstance(rows.getClass().getComponentType(), rows.length);
      for (int r = 0; r < rows.length; r++) {
        if (rows[r] != null) {
          moved[r] = moved(rows[r], onDevice);
        }
      }
      return moved;
    }
    if (argument == null || !argument.getClass().isArray()) {
      return argument;
    }
    Object known = onDevice.get(argument);
    return known != null
        ? known
        : Leaves.garbage(
            argument.getClass().getComponentType(), Array.getLength(argument), new Random(5));
  }

  /** Which arrays of primitives one execution uses. */
  private static final class Uses {
    private final LaunchPlan.Run run;
    private final Map<Object, LoopArray> used = new IdentityHashMap<>();

    Uses(LaunchPlan.Run run) {
      this.run = run;
      for (LaunchPlan.Access access : run.accesses()) {
        Object array = run.arguments()[access.parameter()];
        if (array instanceof Object[] rows) {
          for (int r = access.readFrom(); r < access.readTo(); r++) {
            use(rows[r], true, false);
          }
          for (int r = access.writtenFrom(); r < access.writtenTo(); r++) {
            use(rows[r], !access.writesAll(), true);
          }
        } else {
          boolean writes = access.writtenTo() > access.writtenFrom();
          boolean reads = access.readTo() > access.readFrom();
          if (reads || writes) {
            use(array, true, writes);
          }
        }
      }
    }

    private void use(Object array, boolean reads, boolean writes) {
      if (array instanceof Object[] rows) {
        for (Object row : rows) {
          use(row, reads, writes);
        }
      } else if (array != null) {
        used.merge(
            array,
            new LoopArray(array, reads, writes),
            (a, b) -> new LoopArray(a.array(), a.reads() || b.reads(), a.writes() || b.writes()));
      }
    }

    List<LoopArray> used() {
      return new ArrayList<>(used.values());
    }

    /** The arguments with copies of the arrays of arrays, whose rows are those of now. */
    Object[] copies() {
      return Arrays.stream(run.arguments()).map(Uses::copy).toArray();
    }

    private static Object copy(Object argument) {
      if (!(argument instanceof Object[] rows)) {
        return argument;
      }
      Object[] copy = rows.clone();
      for (int r = 0; r < copy.length; r++) {
        if (copy[r] instanceof Object[] inner) {
          copy[r] = copy(inner);
        }
      }
      return copy;
    }
  }

  @Override
  public HostSide host() {
    return new HostSide() {
      @Override
      public void reads(Object array) {
        coherence.reads(array);
      }

      @Override
      public void writes(Object array) {
        coherence.writes(array);
      }

      @Override
      public void fence() {
        coherence.fence();
      }

      @Override
      public void synchronous(Object array) {
        coherence.synchronous(array);
      }
    };
  }

  @Override
  public long deferred() {
    return deferred.get();
  }

  @Override
  public void close() {
    device.finish();
  }
}
