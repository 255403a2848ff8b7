package dev.slipstream.tornado.binding;

import dev.slipstream.runtime.device.DriverCalls;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.CodeSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

  static final String API = ApiNames.API.replace('/', '.');

  /** TornadoVM reads it, and must be given it before version 6. */
  private static final String RUNTIME_PROPERTY = "tornado.load.runtime.implementation";

  private static final String USUAL_RUNTIME = "uk.ac.manchester.tornado.runtime.TornadoCoreRuntime";
  private static final Pattern JAR = Pattern.compile(".*tornado-api-(\\d[^/]*)\\.jar");
  private static final String RECORD = "TornadoExecutionPlan.withCUDAGraph";

  /**
   * What is called; the last ones are those by which arrays stay on the device, and a kernel is
   * compiled once, whatever arrays it runs with.
   */
  private static final List<String> MEMBERS =
      List.of(
          "TaskGraph.snapshot()",
          "TaskGraph.transferToDevice(int,Object[])",
          "TaskGraph.transferToHost(int,Object[])",
          "TornadoExecutionPlan.withDevice(common.TornadoDevice)",
          "TornadoExecutionPlan.withGridScheduler(GridScheduler)",
          "TornadoExecutionPlan.withCompilerFlags(enums.TornadoVMBackendType,String)",
          "TornadoExecutionPlan.execute()",
          "TornadoExecutionPlan.freeDeviceMemory()",
          "TornadoExecutionPlan.close()",
          "GridScheduler.addWorkerGrid(String,WorkerGrid)",
          "WorkerGrid.setGlobalWork(long,long,long)",
          "WorkerGrid.setLocalWork(long,long,long)",
          "TornadoExecutionPlan.mapOnDeviceMemoryRegion(Object,Object,long,int,int)",
          "DataRange.withOffset(long)",
          "DataRange.withSize(long)",
          "TornadoExecutionResult.transferToHost(DataRange)");

  static final int EVERY_EXECUTION = 1;

  static final int UNDER_DEMAND = 2;
  static final String TO_DEVICE = "TaskGraph.transferToDevice";
  static final String TO_HOST = "TaskGraph.transferToHost";
  static final String WITH_DEVICE = "TornadoExecutionPlan.withDevice";

  final Reflected tornado;
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

  /**
   * Nobody else may hold these. TornadoVM tells the driver where its arrays are, and not that they
   * are gone when they are collected: the driver does not copy what then lies there in part.
   */
  private final Set<TornadoGraph> alive = ConcurrentHashMap.newKeySet();

  private final Class<?> taskGraph;
  private final Class<?> immutableGraph;
  private final Class<?> plan;
  private final Class<?> range;
  private final Class<?> nativeArray;
  private final boolean countsPlans;

  private TornadoApi(ClassLoader loader, DriverCalls calls) throws TornadoException {
    this.loader = loader;
    this.calls = calls;
    this.tornado = new Reflected(loader, API);
    this.taskGraph = tornado.type(API + "TaskGraph");
    this.immutableGraph = tornado.type(API + "ImmutableTaskGraph");
    this.plan = tornado.type(API + "TornadoExecutionPlan");
    this.range = tornado.type(API + "DataRange");
    this.nativeArray = tornado.type(API + "types.arrays.TornadoNativeArray");
    tornado.bind(MEMBERS);
    this.countsPlans = isBound("TornadoExecutionPlan.getTotalPlans()");
    isBound(RECORD + "()");
  }

  /** Whether there is a method that some versions lack. */
  private boolean isBound(String member) {
    try {
      tornado.bind(List.of(member));
      return true;
    } catch (TornadoException missing) {
      return false;
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
          List<Target> found = new TargetFinder(tornado).find();
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
    Object memory = Reflected.get(arrayType, getter, array);
    ByteBuffer bytes = (ByteBuffer) Reflected.get(segment.getReturnType(), "asByteBuffer", memory);
    return bytes.order(ByteOrder.nativeOrder());
  }

  /**
   * Kernels that run one after the other. Nothing is compiled before they run.
   *
   * @param target the device
   * @param tasks the kernels
   * @param transfers what becomes of their arguments
   * @param compilerFlags what the device's compiler is told
   * @throws TornadoException if TornadoVM does not take them
   */
  public TornadoGraph kernels(
      Target target, List<KernelTask> tasks, GraphTransfers transfers, String compilerFlags)
      throws TornadoException {
    return planning(() -> alive(TornadoGraph.of(this, target, tasks, transfers, compilerFlags)));
  }

  /**
   * Memory on the device for one array, which nothing can give back.
   *
   * @throws TornadoException if there is not as much
   */
  public TornadoGraph memory(Target target, NativeArray array) throws TornadoException {
    Object memory =
        planning(
            () -> {
              Object graph = taskGraph(nextName());
              transfer(TO_DEVICE, graph, UNDER_DEMAND, List.of(array.handle()));
              transfer(TO_HOST, graph, UNDER_DEMAND, List.of(array.handle()));
              Object whole = tornado.get("TaskGraph.snapshot", graph);
              tornado.call(WITH_DEVICE, planOf(whole), target.handle());
              return whole;
            });
    // An array that is asked for and has no memory yet gets some.
    map(array, memory, array, memory);
    return alive(new TornadoGraph(this, memory));
  }

  private TornadoGraph alive(TornadoGraph graph) {
    alive.add(graph);
    return graph;
  }

  /** Its arrays were freed. */
  void released(TornadoGraph graph) {
    alive.remove(graph);
  }

  void map(NativeArray own, Object ownGraph, NativeArray array, Object graph)
      throws TornadoException {
    planning(
        () -> {
          Object both = planOf(graph, ownGraph);
          tornado.call(
              "TornadoExecutionPlan.mapOnDeviceMemoryRegion",
              both,
              own.handle(),
              array.handle(),
              0L,
              0,
              1);
          return both;
        });
  }

  void toHost(Object result, NativeArray array, int from, int count) throws TornadoException {
    inItsLoader(
        () -> {
          Object part = Reflected.create(range, new Class<?>[] {nativeArray}, array.handle());
          tornado.call("DataRange.withOffset", part, (long) from);
          tornado.call("DataRange.withSize", part, (long) count);
          return tornado.get("TornadoExecutionResult.transferToHost", result, part);
        });
  }

  Object taskGraph(String name) throws TornadoException {
    return Reflected.create(taskGraph, new Class<?>[] {String.class}, name);
  }

  String nextName() {
    return "slip" + graphs.getAndIncrement();
  }

  void transfer(String member, Object graph, int mode, List<Object> arrays)
      throws TornadoException {
    if (!arrays.isEmpty()) {
      tornado.call(member, graph, mode, arrays.toArray());
    }
  }

  /** A plan of some graphs, in an array of TornadoVM's. */
  Object planOf(Object... wholes) throws TornadoException {
    return Reflected.create(
        plan,
        new Class<?>[] {immutableGraph.arrayType()},
        Reflected.arrayOf(immutableGraph, wholes));
  }

  /** Lets a plan record its first run, and play it each time after that. */
  void record(Object root) throws TornadoException {
    planning(() -> tornado.get(RECORD, root));
  }

  /**
   * Does something that no other thread may disturb by opening, allocating or pinning anything, as
   * recording a run, if only one device is used, and nobody else in this process has made plans of
   * TornadoVM.
   *
   * @return what it returns; empty if it returns null or was not done
   * @throws TornadoException if it fails
   */
  public <T> Optional<T> ifAlone(Alone<T> action) throws TornadoException {
    return alone(() -> isAlone() ? Optional.ofNullable(action.run()) : Optional.empty());
  }

  /** What is done alone. */
  @FunctionalInterface
  public interface Alone<T> {
    /** Does it. */
    @Nullable T run() throws TornadoException;
  }

  /**
   * Whether only one device is used, and nobody else in this process has made plans of TornadoVM,
   * as far as it tells: while a run is recorded, no other thread may allocate.
   */
  private boolean isAlone() {
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
      return countsPlans
          ? ((Number) tornado.get("TornadoExecutionPlan.getTotalPlans")).longValue()
          : -1;
    } catch (TornadoException unknown) {
      return -1;
    }
  }

  /** Does what makes or changes plans, of which TornadoVM counts all that there are. */
  private <T> T planning(Request<T> request) throws TornadoException {
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

  Object scheduled(Object root, @Nullable Object schedule) throws TornadoException {
    return planning(() -> tornado.get("TornadoExecutionPlan.withGridScheduler", root, schedule));
  }

  /**
   * How much memory a device has for TornadoVM.
   *
   * @throws TornadoException if TornadoVM does not tell
   */
  public MemorySize memory(Target target) throws TornadoException {
    return inItsLoader(() -> new TargetFinder(tornado).memory(target));
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
            Object grid = grids.get(t);
            tornado.call("WorkerGrid.setGlobalWork", grid, global[0], global[1], global[2]);
            tornado.call("WorkerGrid.setLocalWork", grid, local[0], local[1], local[2]);
          }
          return tornado.get("TornadoExecutionPlan.execute", readyPlan);
        });
  }

  void release(Object readyPlan) throws TornadoException {
    if (JvmExit.hasBegun()) {
      return;
    }
    planning(
        () -> {
          Object freed = tornado.get("TornadoExecutionPlan.freeDeviceMemory", readyPlan);
          tornado.call("TornadoExecutionPlan.close", readyPlan);
          return freed;
        });
  }

  /** Something that asks TornadoVM. */
  @FunctionalInterface
  interface Request<T> {
    T run() throws TornadoException;
  }

  /** Asks for what TornadoVM does for one thread at a time, on any of its devices. */
  private <T> T alone(Request<T> request) throws TornadoException {
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
  private <T> T inItsLoader(Request<T> request) throws TornadoException {
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
