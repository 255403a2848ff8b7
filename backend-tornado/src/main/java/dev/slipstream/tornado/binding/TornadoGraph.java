package dev.slipstream.tornado.binding;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A plan of kernels whose arrays may stay on the device, or memory there without kernels. Not
 * thread-safe: one thread at a time uses it.
 */
public final class TornadoGraph {
  /** TornadoVM keeps something for each run until the plan is given a grid scheduler again. */
  private static final int MOST_RUNS = 1000;

  /** The prefix of task names, followed by a number. */
  private static final String TASK = "t";

  private final TornadoApi api;
  private final Object graph;
  private final @Nullable Object root;
  private final @Nullable Object scheduler;
  private final List<Object> grids;
  private @Nullable Object ready;
  private int runs;
  private @Nullable Object result;

  /** Creates memory without kernels. */
  TornadoGraph(TornadoApi api, Object graph) {
    this.api = api;
    this.graph = graph;
    this.root = null;
    this.scheduler = null;
    this.grids = List.of();
  }

  private TornadoGraph(
      TornadoApi api, Object graph, Object root, Object scheduler, List<Object> grids)
      throws TornadoException {
    this.api = api;
    this.graph = graph;
    this.root = root;
    this.scheduler = scheduler;
    this.grids = List.copyOf(grids);
    this.ready = api.scheduled(root, scheduler);
  }

  /** Creates a graph of kernels that run in sequence. */
  static TornadoGraph of(
      TornadoApi api,
      Target target,
      List<KernelTask> tasks,
      GraphTransfers transfers,
      String compilerFlags)
      throws TornadoException {
    String name = api.nextName();
    Object graph = api.taskGraph(name);
    api.transfer(TornadoApi.TO_DEVICE, graph, TornadoApi.EVERY_EXECUTION, transfers.in());
    api.transfer(TornadoApi.TO_DEVICE, graph, TornadoApi.EVERY_EXECUTION, transfers.both());
    api.transfer(TornadoApi.TO_DEVICE, graph, TornadoApi.UNDER_DEMAND, transfers.kept());
    for (int t = 0; t < tasks.size(); t++) {
      addTask(api, graph, TASK + t, tasks.get(t));
    }
    api.transfer(TornadoApi.TO_HOST, graph, TornadoApi.UNDER_DEMAND, transfers.kept());
    api.transfer(TornadoApi.TO_HOST, graph, TornadoApi.UNDER_DEMAND, transfers.both());
    Object whole = api.tornado.get("TaskGraph.snapshot", graph);
    Object plan = api.planOf(whole);
    Object scheduler = api.tornado.create("GridScheduler");
    List<Object> grids = new ArrayList<>();
    for (int t = 0; t < tasks.size(); t++) {
      Object grid = grid(api, tasks.get(t).dimensions());
      api.tornado.call("GridScheduler.addWorkerGrid", scheduler, name + "." + TASK + t, grid);
      grids.add(grid);
    }
    api.tornado.call(TornadoApi.WITH_DEVICE, plan, target.handle());
    api.tornado.call(
        "TornadoExecutionPlan.withCompilerFlags",
        plan,
        backendType(api, target.backend()),
        compilerFlags);
    return new TornadoGraph(api, whole, plan, scheduler, grids);
  }

  private static void addTask(TornadoApi api, Object graph, String name, KernelTask task)
      throws TornadoException {
    int count = task.arguments().size() + 1;
    Class<?> function = api.tornado.type(ApiNames.TASK.replace('/', '.') + count);
    List<Class<?>> types = new ArrayList<>(List.of(String.class, function));
    List<Object> values = new ArrayList<>(List.of(name, task.task()));
    values.add(api.tornado.create("KernelContext"));
    values.addAll(task.arguments());
    for (int a = 0; a < count; a++) {
      types.add(Object.class);
    }
    Method method = Reflected.method(graph.getClass(), "task", types.toArray(new Class<?>[0]));
    Reflected.call(method, graph, values.toArray());
  }

  /** Returns a grid of one thread. */
  private static Object grid(TornadoApi api, int dimensions) throws TornadoException {
    Class<?>[] sizes = new Class<?>[dimensions];
    Object[] ones = new Object[dimensions];
    Arrays.fill(sizes, int.class);
    Arrays.fill(ones, 1);
    return Reflected.create(
        api.tornado.type(TornadoApi.API + "WorkerGrid" + dimensions + "D"), sizes, ones);
  }

  private static Object backendType(TornadoApi api, String name) throws TornadoException {
    Class<?> type = api.tornado.type(TornadoApi.API + "enums.TornadoVMBackendType");
    for (Object constant : Objects.requireNonNull(type.getEnumConstants())) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new TornadoException("this version of TornadoVM has no backend " + name);
  }

  /** Whether this is a graph of kernels, of whose arrays parts can be read, and not memory only. */
  public boolean isKernel() {
    return root != null;
  }

  private Object plan() {
    if (root == null) {
      throw new IllegalStateException("this is memory and no kernel");
    }
    return root;
  }

  /**
   * From the next run on, an array of this kernel uses the device memory of another graph's array.
   *
   * @param own the array of this kernel, one of those that are kept
   * @param owner the graph of the other array: it has run, or is memory only
   * @param array the array that owns the memory
   * @throws TornadoException if TornadoVM fails
   */
  public void map(NativeArray own, TornadoGraph owner, NativeArray array) throws TornadoException {
    api.map(own, graph, array, owner.graph);
  }

  /**
   * Prepares this graph, before its first run, for runs on the same memory and with the same grids.
   * The first run records the calls of the device's driver without executing them, and then replays
   * them; each later run replays them too. Scalars are read again in each run.
   *
   * @throws TornadoException if TornadoVM cannot record
   */
  public void record() throws TornadoException {
    api.record(plan());
  }

  /**
   * Runs the kernels in sequence.
   *
   * @param sizes the grid of each kernel
   * @throws TornadoException if that fails; the exception says whether kernels may have run
   */
  public void run(List<LaunchGrid> sizes) throws TornadoException {
    Object plan = ready;
    if (plan == null || ++runs > MOST_RUNS) {
      runs = 1;
      plan = api.scheduled(plan(), scheduler);
      ready = plan;
    }
    result = result == null ? api.runFirst(plan, grids, sizes) : api.run(plan, grids, sizes);
  }

  /**
   * After a run, copies elements of a kept array to its memory on the host.
   *
   * @param from the first element
   * @param count the number of elements, at least 1
   * @throws TornadoException if the copy fails
   */
  public void read(NativeArray array, int from, int count) throws TornadoException {
    Object last = result;
    if (last == null) {
      throw new TornadoException("nothing has run yet");
    }
    api.toHost(last, array, from, count);
  }

  /**
   * Returns the address of an array's elements in the device's memory. An array has that memory
   * from the first run on, or from the beginning if this is memory only.
   *
   * @throws TornadoException if the address cannot be found in this version of TornadoVM
   */
  public long address(Target target, NativeArray array) throws TornadoException {
    return DeviceAddresses.of(graph, array.handle(), target.handle()) + array.headerBytes();
  }

  /** Frees the memory of its arrays, including memory that other graphs' arrays use. */
  public void release() throws TornadoException {
    api.release(plan());
    api.released(this);
  }
}
