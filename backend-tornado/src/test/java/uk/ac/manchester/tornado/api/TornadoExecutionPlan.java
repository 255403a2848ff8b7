package uk.ac.manchester.tornado.api;

import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;
import uk.ac.manchester.tornado.api.types.arrays.TornadoNativeArray;

/** Runs a graph: copies in, runs the method that the task refers to, copies out. */
public class TornadoExecutionPlan implements AutoCloseable {
  /** The number of runs of all plans. */
  public static final AtomicLong RUNS = new AtomicLong();

  /** Kernels with arguments of this type are not compiled. */
  public static volatile Class<?> refused = Void.class;

  /** Kernels with more arguments are not compiled. */
  public static volatile int mostArguments = Integer.MAX_VALUE;

  /** The number of replayed runs. */
  public static final AtomicLong PLAYED = new AtomicLong();

  /** The number of tasks in replayed runs. */
  public static final AtomicLong PLAYED_TASKS = new AtomicLong();

  /** Whether replays do nothing, as if the driver had failed. */
  public static volatile boolean playsNothing;

  /** The number of plans, and of changes of plans. */
  public static final AtomicLong PLANS = new AtomicLong();

  /** The devices on which kernels are not compiled. */
  public static volatile Predicate<TornadoDevice> refusing = device -> true;

  /** Whether the next array gets no place in the memory of another graph. */
  public static volatile boolean failsToMap;

  /** Is told about runs of compiled kernels, with their arguments. */
  public static volatile BiConsumer<TornadoDevice, Object[]> running = (device, arguments) -> {};

  /** Makes everything fail that several threads do simultaneously although they must not. */
  private static final ReentrantLock ALONE = new ReentrantLock();

  private final ImmutableTaskGraph[] graphs;
  private GridScheduler scheduler;
  private boolean records;
  private Recording recording;

  /**
   * The places of arrays, and the grids, in the first run; a recording keeps them whatever changes.
   */
  private record Recording(
      Map<TornadoNativeArray, StandInMemory> memory, Map<TaskGraph.Task, long[]> sizes) {}

  public TornadoExecutionPlan(ImmutableTaskGraph... graphs) {
    PLANS.incrementAndGet();
    this.graphs = graphs;
  }

  public static int getTotalPlans() {
    return PLANS.intValue();
  }

  public TornadoExecutionPlan withCUDAGraph() {
    PLANS.incrementAndGet();
    records = true;
    return this;
  }

  public static TornadoDeviceMap getTornadoDeviceMap() {
    return new TornadoDeviceMap();
  }

  private static void alone(Runnable action) {
    if (!ALONE.tryLock()) {
      throw new IllegalStateException("several threads do what one at a time may do");
    }
    try {
      action.run();
    } finally {
      ALONE.unlock();
    }
  }

  public TornadoExecutionPlan withDevice(TornadoDevice device) {
    PLANS.incrementAndGet();
    alone(() -> Arrays.stream(graphs).forEach(graph -> graph.device = device));
    return this;
  }

  public TornadoExecutionPlan withGridScheduler(GridScheduler scheduler) {
    PLANS.incrementAndGet();
    this.scheduler = scheduler;
    return this;
  }

  public TornadoExecutionPlan withCompilerFlags(TornadoVMBackendType backend, String flags) {
    PLANS.incrementAndGet();
    return this;
  }

  public TornadoExecutionPlan freeDeviceMemory() {
    PLANS.incrementAndGet();
    alone(() -> Arrays.stream(graphs).forEach(ImmutableTaskGraph::free));
    return this;
  }

  @Override
  public void close() {
    freeDeviceMemory();
  }

  public void mapOnDeviceMemoryRegion(Object dest, Object src, long offset, int from, int to) {
    if (graphs.length < 2) {
      throw new IllegalArgumentException("MapOnDeviceMemoryRegion needs two task graphs");
    }
    if (!graphs[from].device.equals(graphs[to].device)) {
      throw new IllegalArgumentException("the graphs are on different devices");
    }
    if (failsToMap) {
      failsToMap = false;
      throw new IllegalStateException("the array gets no place");
    }
    if (offset != 0) {
      throw new IllegalArgumentException("no code copies parts");
    }
    TornadoNativeArray array = (TornadoNativeArray) dest;
    alone(
        () -> {
          StandInMemory memory = graphs[from].memory((TornadoNativeArray) src);
          graphs[to].map(array, memory);
        });
  }

  public TornadoExecutionResult execute() {
    ImmutableTaskGraph whole = graphs[0];
    TaskGraph graph = whole.graph;
    for (TaskGraph.Task task : graph.tasks) {
      if (!scheduler.grids.containsKey(task.name())) {
        throw new IllegalStateException("there is no grid for " + task.name());
      }
      if (refusing.test(whole.device)
          && (task.arguments().length > mostArguments
              || Arrays.stream(task.arguments()).anyMatch(refused::isInstance))) {
        throw new IllegalStateException("Unable to compile " + task.name());
      }
    }
    if (whole.hasRun) {
      graph.tasks.forEach(task -> running.accept(whole.device, task.arguments()));
      run(whole, graph);
    } else {
      alone(() -> run(whole, graph));
    }
    return new TornadoExecutionResult(whole);
  }

  private void run(ImmutableTaskGraph whole, TaskGraph graph) {
    RUNS.incrementAndGet();
    if (records && recording == null) {
      Map<TornadoNativeArray, StandInMemory> memory = new IdentityHashMap<>();
      graph.arrays.forEach(array -> memory.put(array, whole.memory(array)));
      Map<TaskGraph.Task, long[]> sizes = new IdentityHashMap<>();
      graph.tasks.forEach(task -> sizes.put(task, size(task).clone()));
      recording = new Recording(memory, sizes);
    }
    whole.hasRun = true;
    if (records) {
      if (playsNothing) {
        return;
      }
      PLAYED.incrementAndGet();
      PLAYED_TASKS.addAndGet(graph.tasks.size());
    }
    Function<TornadoNativeArray, StandInMemory> place =
        recording == null ? whole::memory : recording.memory()::get;
    graph.arrays.forEach(array -> array.show(place.apply(array).bytes));
    graph.inputs.forEach(array -> array.upload(place.apply(array).bytes));
    for (TaskGraph.Task task : graph.tasks) {
      run(task, recording == null ? size(task) : recording.sizes().get(task));
    }
    graph.outputs.forEach(array -> array.download(whole.memory(array).bytes));
  }

  private long[] size(TaskGraph.Task task) {
    return scheduler.grids.get(task.name()).getGlobalWork();
  }

  private static void run(TaskGraph.Task task, long[] size) {
    Method method = method(task.code());
    KernelContext context = (KernelContext) task.arguments()[0];
    try {
      for (int z = 0; z < size[2]; z++) {
        for (int y = 0; y < size[1]; y++) {
          for (int x = 0; x < size[0]; x++) {
            context.globalIdx = x;
            context.globalIdy = y;
            context.globalIdz = z;
            method.invoke(null, task.arguments());
          }
        }
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("the kernel threw", e.getCause());
    }
  }

  /** As TornadoVM finds it from 6.0 on. */
  private static Method method(Object code) {
    try {
      Method replace = code.getClass().getDeclaredMethod("writeReplace");
      replace.setAccessible(true);
      SerializedLambda lambda = (SerializedLambda) replace.invoke(code);
      if (!(code instanceof Serializable) || ObjectStreamClass.lookup(code.getClass()) == null) {
        throw new IllegalStateException("the function cannot be serialised");
      }
      Class<?> owner =
          Class.forName(
              lambda.getImplClass().replace('/', '.'), true, code.getClass().getClassLoader());
      return Arrays.stream(owner.getDeclaredMethods())
          .filter(method -> method.getName().equals(lambda.getImplMethodName()))
          .findFirst()
          .orElseThrow();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
