package dev.slipstream.tornado.binding;

import dev.slipstream.runtime.device.DriverCalls;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * TornadoVM's public API, of versions 5.2 to 7.x, bound by name. All that depends on its version is
 * here, in {@link Options}, and in the classes that are generated for it. Thread-safe: what
 * TornadoVM does for one thread at a time only, which is to make, compile, place and free things,
 * is asked by one at a time, whatever the device. Plans that have run may run on several threads,
 * if each is used by one.
 */
public final class TornadoApi {
  /** How many bytes the elements of one array may take. */
  public static final int MOST_ARRAY_BYTES = Integer.MAX_VALUE - 1024;

  private static final String API = ApiNames.API.replace('/', '.');

  /** TornadoVM reads it, and must be given it before version 6. */
  private static final String RUNTIME_PROPERTY = "tornado.load.runtime.implementation";

  private static final String USUAL_RUNTIME = "uk.ac.manchester.tornado.runtime.TornadoCoreRuntime";
  private static final Pattern JAR = Pattern.compile(".*tornado-api-(\\d[^/]*)\\.jar");
  private static final int EVERY_EXECUTION = 1;

  /** What tasks are called, each with its number. */
  private static final String TASK = "t";

  private static final int UNDER_DEMAND = 2;

  private final Reflected tornado;
  private final ClassLoader loader;
  private final DriverCalls calls;

  /** Whether a driver may compile for the machine's own processor, in this process. */
  private volatile boolean compilesHere;

  private final AtomicLong graphs = new AtomicLong();
  private final ReentrantLock oneAtATime = new ReentrantLock();

  /** How many plans are our own. Guarded by that lock, as the next one is. */
  private long planned;

  private boolean counting;

  /** How many devices are in use. */
  private final AtomicInteger used = new AtomicInteger();

  private final Class<?> context;
  private final Class<?> taskGraph;
  private final Class<?> immutableGraph;
  private final Class<?> plan;
  private final Class<?> scheduler;
  private final Class<?> workerGrid;
  private final Class<?> device;
  private final Class<?> backendType;
  private final Method snapshot;
  private final Method transferToDevice;
  private final Method transferToHost;
  private final Method withDevice;
  private final Method withGridScheduler;
  private final Method withCompilerFlags;
  private final Method execute;
  private final Method addWorkerGrid;
  private final Method freeDeviceMemory;
  private final Method closePlan;
  private final Method setGlobalWork;
  private final Method setLocalWork;
  private final @Nullable Method totalPlans;

  private TornadoApi(ClassLoader loader, DriverCalls calls) throws TornadoException {
    this.loader = loader;
    this.calls = calls;
    this.tornado = new Reflected(loader);
    this.context = tornado.type(API + "KernelContext");
    this.taskGraph = tornado.type(API + "TaskGraph");
    this.immutableGraph = tornado.type(API + "ImmutableTaskGraph");
    this.plan = tornado.type(API + "TornadoExecutionPlan");
    this.scheduler = tornado.type(API + "GridScheduler");
    this.workerGrid = tornado.type(API + "WorkerGrid");
    this.device = tornado.type(API + "common.TornadoDevice");
    this.backendType = tornado.type(API + "enums.TornadoVMBackendType");
    this.snapshot = Reflected.method(taskGraph, "snapshot");
    this.transferToDevice =
        Reflected.method(taskGraph, "transferToDevice", int.class, Object[].class);
    this.transferToHost = Reflected.method(taskGraph, "transferToHost", int.class, Object[].class);
    this.withDevice = Reflected.method(plan, "withDevice", device);
    this.withGridScheduler = Reflected.method(plan, "withGridScheduler", scheduler);
    this.withCompilerFlags = Reflected.method(plan, "withCompilerFlags", backendType, String.class);
    this.addWorkerGrid = Reflected.method(scheduler, "addWorkerGrid", String.class, workerGrid);
    this.execute = Reflected.method(plan, "execute");
    this.freeDeviceMemory = Reflected.method(plan, "freeDeviceMemory");
    this.closePlan = Reflected.method(plan, "close");
    this.setGlobalWork =
        Reflected.method(workerGrid, "setGlobalWork", long.class, long.class, long.class);
    this.setLocalWork =
        Reflected.method(workerGrid, "setLocalWork", long.class, long.class, long.class);
    this.totalPlans = totalPlans(plan);
  }

  private static @Nullable Method totalPlans(Class<?> plan) {
    try {
      return Reflected.method(plan, "getTotalPlans");
    } catch (TornadoException missing) {
      return null;
    }
  }

  /**
   * Whether TornadoVM can be seen through a class loader: its API, which programs may have for its
   * annotations alone, and what the API is carried out by. Initialises nothing of it.
   */
  public static boolean isVisible(ClassLoader loader) {
    try {
      Class.forName(API + "TaskGraph", false, loader);
      Class.forName(System.getProperty(RUNTIME_PROPERTY, USUAL_RUNTIME), false, loader);
      return true;
    } catch (ClassNotFoundException | LinkageError missing) {
      return false;
    }
  }

  /**
   * Binds the API that a class loader sees.
   *
   * @param calls watches what starts drivers, or lets them compile
   * @throws TornadoException if it is missing, or another one than is known
   */
  public static TornadoApi bind(ClassLoader loader, DriverCalls calls) throws TornadoException {
    if (!isVisible(loader)) {
      throw new TornadoException(
          "TornadoVM was not found: start Java with its modules"
              + " (java @$TORNADOVM_HOME/tornado-argfile …), or put its jars on the class path");
    }
    Options.set(System.getProperties());
    return new TornadoApi(loader, calls);
  }

  /** TornadoVM's version as far as the name of its jar tells it; {@code ?} otherwise. */
  public String version() {
    CodeSource source = taskGraph.getProtectionDomain().getCodeSource();
    @Nullable URL location = source == null ? null : source.getLocation();
    Matcher jar = JAR.matcher(String.valueOf(location));
    return jar.matches() ? Objects.requireNonNull(jar.group(1)) : "?";
  }

  /**
   * The devices, those of TornadoVM's preferred backend first. Starts TornadoVM.
   *
   * @throws TornadoException if it does not start, or computes otherwise than Java does
   */
  public List<Target> devices() throws TornadoException {
    return watched(
        () -> {
          List<Target> found = new TargetFinder(tornado, plan, device).find();
          for (Target target : found) {
            compilesHere |= target.processor();
          }
          return found;
        });
  }

  /** Whether TornadoVM rounds products and sums one by one, as Java does. */
  public boolean roundsEach() {
    return Options.roundsEach(tornado, System.getProperties());
  }

  /**
   * A new array outside the heap; its elements are zero.
   *
   * @param type the internal name of its class
   * @param length how many elements it has, at least 1
   * @param elementBytes how many bytes each takes; all of them at most {@link #MOST_ARRAY_BYTES}
   * @throws TornadoException if it cannot be made
   */
  public NativeArray array(String type, int length, int elementBytes) throws TornadoException {
    Class<?> arrayType = tornado.type(type.replace('/', '.'));
    if ((long) length * elementBytes > MOST_ARRAY_BYTES) {
      throw new IllegalArgumentException(length + " elements of " + elementBytes + " bytes");
    }
    Object array = Reflected.create(arrayType, new Class<?>[] {int.class}, length);
    ByteBuffer elements = memory(arrayType, "getSegment", array);
    int whole = memory(arrayType, "getSegmentWithHeader", array).capacity();
    return new NativeArray(array, elements, whole - elements.capacity());
  }

  private static ByteBuffer memory(Class<?> arrayType, String getter, Object array)
      throws TornadoException {
    Method segment = Reflected.method(arrayType, getter);
    Method asBytes = Reflected.method(segment.getReturnType(), "asByteBuffer");
    ByteBuffer bytes = (ByteBuffer) Reflected.get(asBytes, Reflected.get(segment, array));
    return bytes.order(ByteOrder.nativeOrder());
  }

  /**
   * Prepares executions of one kernel with certain arrays. Nothing is compiled before the first.
   *
   * @param target the device
   * @param task an object that stands for the kernel
   * @param dimensions how many axes the grid has
   * @param arguments its arguments after the context
   * @param inputs those of them that are copied to the device each time
   * @param outputs those that are copied back each time
   * @param compilerFlags what the device's compiler is told
   * @throws TornadoException if TornadoVM does not take them
   */
  public Execution execution(
      Target target,
      Object task,
      int dimensions,
      List<Object> arguments,
      List<Object> inputs,
      List<Object> outputs,
      String compilerFlags)
      throws TornadoException {
    GraphTransfers transfers = new GraphTransfers(inputs, outputs, List.of());
    KernelTask only = new KernelTask(task, dimensions, arguments);
    return new Execution(plan(target, List.of(only), transfers, compilerFlags));
  }

  GraphPlan plan(
      Target target, List<KernelTask> tasks, GraphTransfers transfers, String compilerFlags)
      throws TornadoException {
    return planning(
        () -> {
          String name = nextName();
          Object graph = Reflected.create(taskGraph, new Class<?>[] {String.class}, name);
          transfer(transferToDevice, graph, EVERY_EXECUTION, transfers.in());
          transfer(transferToDevice, graph, EVERY_EXECUTION, transfers.both());
          transfer(transferToDevice, graph, UNDER_DEMAND, transfers.kept());
          for (int t = 0; t < tasks.size(); t++) {
            addTask(graph, TASK + t, tasks.get(t));
          }
          transfer(transferToHost, graph, EVERY_EXECUTION, transfers.out());
          transfer(transferToHost, graph, UNDER_DEMAND, transfers.kept());
          transfer(transferToHost, graph, UNDER_DEMAND, transfers.both());
          Object whole = Reflected.get(snapshot, graph);
          Object made = planOf(whole);
          Object schedule = Reflected.create(scheduler, new Class<?>[0]);
          List<Object> grids = new ArrayList<>();
          for (int t = 0; t < tasks.size(); t++) {
            Object grid = grid(tasks.get(t).dimensions());
            Reflected.call(addWorkerGrid, schedule, name + "." + TASK + t, grid);
            grids.add(grid);
          }
          Reflected.call(withDevice, made, target.handle());
          Reflected.call(withCompilerFlags, made, backendType(target.backend()), compilerFlags);
          return new GraphPlan(this, whole, made, schedule, grids);
        });
  }

  /** A grid of one thread. */
  private Object grid(int dimensions) throws TornadoException {
    Class<?>[] sizes = new Class<?>[dimensions];
    Object[] ones = new Object[dimensions];
    for (int d = 0; d < dimensions; d++) {
      sizes[d] = int.class;
      ones[d] = 1;
    }
    return Reflected.create(tornado.type(API + "WorkerGrid" + dimensions + "D"), sizes, ones);
  }

  /** A graph without a task whose array is on a device as soon as somebody asks for it. */
  Object memoryGraph(Target target, Object array) throws TornadoException {
    return planning(
        () -> {
          Object graph = Reflected.create(taskGraph, new Class<?>[] {String.class}, nextName());
          transfer(transferToDevice, graph, UNDER_DEMAND, List.of(array));
          transfer(transferToHost, graph, UNDER_DEMAND, List.of(array));
          Object whole = Reflected.get(snapshot, graph);
          Reflected.call(withDevice, planOf(whole), target.handle());
          return whole;
        });
  }

  private String nextName() {
    return "slip" + graphs.getAndIncrement();
  }

  private static void transfer(Method method, Object graph, int mode, List<Object> arrays)
      throws TornadoException {
    if (!arrays.isEmpty()) {
      Reflected.call(method, graph, mode, arrays.toArray());
    }
  }

  private Object planOf(Object whole) throws TornadoException {
    return newPlan(Reflected.arrayOf(immutableGraph, whole));
  }

  /** A plan of some graphs, in an array of TornadoVM's. */
  Object newPlan(Object wholes) throws TornadoException {
    return Reflected.create(plan, new Class<?>[] {immutableGraph.arrayType()}, wholes);
  }

  /** Lets a plan record its first run, and play it each time after that. */
  void record(Object root) throws TornadoException {
    planning(() -> Reflected.get(Reflected.method(plan, "withCUDAGraph"), root));
  }

  /**
   * Whether only one device is used, and nobody else in this process has made plans of TornadoVM,
   * as far as it tells: while a run is recorded, no other thread may allocate.
   */
  boolean isAlone() {
    oneAtATime.lock();
    try {
      return used.get() <= 1 && allPlans() == planned;
    } finally {
      oneAtATime.unlock();
    }
  }

  /**
   * How many plans, and changes of plans, there were in this process; -1 if TornadoVM is silent.
   */
  private long allPlans() {
    try {
      return totalPlans == null ? -1 : ((Number) Reflected.get(totalPlans, null)).longValue();
    } catch (TornadoException unknown) {
      return -1;
    }
  }

  /** Does what makes or changes plans, of which TornadoVM counts all that there are. */
  <T> T planning(Request<T> request) throws TornadoException {
    return alone(
        () -> {
          if (counting) {
            return request.run();
          }
          counting = true;
          long before = allPlans();
          try {
            return request.run();
          } finally {
            counting = false;
            planned += allPlans() - before;
          }
        });
  }

  /** A device is used from now on. */
  public void opened() {
    oneAtATime.lock();
    try {
      used.incrementAndGet();
    } finally {
      oneAtATime.unlock();
    }
  }

  /** A device is not used any more. */
  public void closed() {
    used.decrementAndGet();
  }

  Object scheduled(Object root, Object schedule) throws TornadoException {
    return planning(() -> Reflected.get(withGridScheduler, root, schedule));
  }

  /**
   * How arrays stay on devices.
   *
   * @return empty if this version of TornadoVM lacks what that needs
   */
  public Optional<ResidentApi> resident() {
    try {
      return Optional.of(new ResidentApi(this, tornado));
    } catch (TornadoException missing) {
      return Optional.empty();
    }
  }

  /**
   * How much memory a device has for TornadoVM.
   *
   * @throws TornadoException if TornadoVM does not tell
   */
  public MemorySize memory(Target target) throws TornadoException {
    return inItsLoader(() -> new TargetFinder(tornado, plan, device).memory(target));
  }

  private void addTask(Object graph, String name, KernelTask task) throws TornadoException {
    int count = task.arguments().size() + 1;
    Class<?> function = tornado.type(ApiNames.TASK.replace('/', '.') + count);
    List<Class<?>> types = new ArrayList<>(List.of(String.class, function));
    List<Object> values = new ArrayList<>(List.of(name, task.task()));
    values.add(Reflected.create(context, new Class<?>[0]));
    values.addAll(task.arguments());
    for (int a = 0; a < count; a++) {
      types.add(Object.class);
    }
    Method method = Reflected.method(taskGraph, "task", types.toArray(new Class<?>[0]));
    Reflected.call(method, graph, values.toArray());
  }

  private Object backendType(String name) throws TornadoException {
    for (Object constant : Objects.requireNonNull(backendType.getEnumConstants())) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new TornadoException("this version of TornadoVM has no backend " + name);
  }

  /** Runs a plan for the first time: TornadoVM compiles and allocates. */
  Object runFirst(Object readyPlan, List<Object> grids, List<LaunchGrid> sizes)
      throws TornadoException {
    return alone(
        () ->
            compilesHere
                ? watched(() -> run(readyPlan, grids, sizes))
                : run(readyPlan, grids, sizes));
  }

  Object run(Object readyPlan, List<Object> grids, List<LaunchGrid> sizes) throws TornadoException {
    return inItsLoader(
        () -> {
          for (int t = 0; t < grids.size(); t++) {
            long[] global = sizes.get(t).global();
            long[] local = sizes.get(t).local();
            Reflected.call(setGlobalWork, grids.get(t), global[0], global[1], global[2]);
            Reflected.call(setLocalWork, grids.get(t), local[0], local[1], local[2]);
          }
          return Reflected.get(execute, readyPlan);
        });
  }

  void release(Object readyPlan) throws TornadoException {
    if (JvmExit.hasBegun()) {
      return;
    }
    planning(
        () -> {
          Object freed = Reflected.get(freeDeviceMemory, readyPlan);
          Reflected.call(closePlan, readyPlan);
          return freed;
        });
  }

  /** Something that asks TornadoVM. */
  @FunctionalInterface
  interface Request<T> {
    T run() throws TornadoException;
  }

  /** Asks for what TornadoVM does for one thread at a time, on any of its devices. */
  <T> T alone(Request<T> request) throws TornadoException {
    oneAtATime.lock();
    try {
      return inItsLoader(request);
    } finally {
      oneAtATime.unlock();
    }
  }

  private <T> T watched(Request<T> request) throws TornadoException {
    calls.begin();
    try {
      return inItsLoader(request);
    } finally {
      calls.end();
    }
  }

  /** TornadoVM finds its own parts through the thread's context class loader. */
  <T> T inItsLoader(Request<T> request) throws TornadoException {
    Thread thread = Thread.currentThread();
    @Nullable ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      return request.run();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
