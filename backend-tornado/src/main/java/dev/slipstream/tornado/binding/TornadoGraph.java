package dev.slipstream.tornado.binding;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Kernels some of whose arrays stay on the device, in a plan of their own, or only memory there.
 * Used by one thread at a time.
 */
public final class TornadoGraph {
  /** TornadoVM keeps something for each run until the plan is asked to go on with another one. */
  private static final int MOST_RUNS = 1000;

  /** What tasks are called, each with its number. */
  private static final String TASK = "t";

  private final TornadoApi api;
  private final Object graph;
  private final @Nullable Object root;
  private final @Nullable Object scheduler;
  private final List<Object> grids;
  private @Nullable Object ready;
  private int runs;
  private @Nullable Object result;

  /** Memory. */
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

  /** Kernels that run one after the other. */
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

  /** A grid of one thread. */
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

  /** Whether it has kernels, of whose memory parts can be read, and not only memory. */
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
   * From the next run on an array of this kernel is an array of another graph, with all that this
   * has on the device.
   *
   * @param own the array of this kernel, one that is kept
   * @param owner a graph that has run with its array, or the memory
   * @param array the array that has the memory
   * @throws TornadoException if TornadoVM does not do it
   */
  public void map(NativeArray own, TornadoGraph owner, NativeArray array) throws TornadoException {
    api.map(own, graph, array, owner.graph);
  }

  /**
   * Makes this graph one for runs on the same memory and with the same grids, before its first run:
   * what that asks the device's driver for is recorded, without being done, and then played, as in
   * each run after it. Scalars are read anew each time.
   *
   * @throws TornadoException if TornadoVM records nothing
   */
  public void record() throws TornadoException {
    api.record(plan());
  }

  /**
   * Runs the kernels, one after the other.
   *
   * @param sizes the grid of each
   * @throws TornadoException if one fails
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
   * Copies elements of an array that is kept to its memory on the host, after a run.
   *
   * @param from the first one
   * @param count how many, at least 1
   * @throws TornadoException if it fails
   */
  public void read(NativeArray array, int from, int count) throws TornadoException {
    Object last = result;
    if (last == null) {
      throw new TornadoException("nothing has run yet");
    }
    api.toHost(last, array, from, count);
  }

  /**
   * Where the elements of an array of this graph are in the device's memory, which it has had since
   * its first run, or from the beginning if it is only memory.
   *
   * @throws TornadoException if this version of TornadoVM does not tell
   */
  public long address(Target target, NativeArray array) throws TornadoException {
    return DeviceAddresses.of(graph, array.handle(), target.handle()) + array.headerBytes();
  }

  /** Gives the memory of its arrays back, also of those that are another graph's by now. */
  public void release() throws TornadoException {
    api.release(plan());
    api.released(this);
  }
}
