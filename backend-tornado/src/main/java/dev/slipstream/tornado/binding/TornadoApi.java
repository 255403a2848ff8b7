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
 * TornadoVM's public API, of versions 5.2 to 7.x, bound by name. Everything that depends on the
 * version is here, in {@link Options}, and in the classes generated for TornadoVM. Thread-safe: one
 * lock for all devices serialises what TornadoVM can do for one thread at a time only, which is to
 * make, compile, place and free things. Plans that have run may run on several threads
 * simultaneously, if each plan is used by one thread.
 */
public final class TornadoApi {
  /** The largest size of one array's elements, in bytes. */
  public static final int MOST_ARRAY_BYTES = Integer.MAX_VALUE - 1024;

  static final String API = ApiNames.API.replace('/', '.');

  /** Before version 6 TornadoVM needs this property. */
  private static final String RUNTIME_PROPERTY = "tornado.load.runtime.implementation";

  private static final String USUAL_RUNTIME = "uk.ac.manchester.tornado.runtime.TornadoCoreRuntime";
  private static final Pattern JAR = Pattern.compile(".*tornado-api-(\\d[^/]*)\\.jar");
  private static final String RECORD = "TornadoExecutionPlan.withCUDAGraph";

  /**
   * The members that are called. The last ones keep arrays on the device, and let a kernel be
   * compiled once for any arrays.
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

  /** Whether a driver in this process may compile for the machine's own processor. */
  private volatile boolean compilesHere;

  private final AtomicLong graphs = new AtomicLong();
  private final ReentrantLock oneAtATime = new ReentrantLock();

  /** The number of plans that this class has made. Guarded by the lock, as is the next field. */
  private long planned;

  private boolean counting;

  /** The number of devices in use. */
  private final AtomicInteger used = new AtomicInteger();

  /**
   * Keeps graphs, and with them their arrays, from being collected; a workaround for TornadoVM 5.2.
   * It registers the memory of its arrays with CUDA's driver, but does not unregister an array that
   * is collected. The driver would later fail to copy what lies partly in that memory.
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

  /** Whether a method exists that some versions lack. */
  private boolean isBound(String member) {
    try {
      tornado.bind(List.of(member));
      return true;
    } catch (TornadoException missing) {
      return false;
    }
  }

  /**
   * Whether a class loader finds TornadoVM: its API, which programs may have for the annotations
   * alone, and the implementation. Initialises none of its classes.
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
   * @param calls is told about calls that start drivers or let them compile
   * @throws TornadoException if the API is missing or has other members
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

  /**
   * Returns TornadoVM's version according to the name of its jar; {@code ?} if the name has none.
   */
  public String version() {
    CodeSource source = taskGraph.getProtectionDomain().getCodeSource();
    @Nullable URL location = source == null ? null : source.getLocation();
    Matcher jar = JAR.matcher(String.valueOf(location));
    return jar.matches() ? Objects.requireNonNull(jar.group(1)) : "?";
  }

  /**
   * Returns the devices, those of TornadoVM's preferred backend first. Starts TornadoVM.
   *
   * @throws TornadoException if it does not start, or computes differently from Java
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

  /** Whether TornadoVM rounds products and sums separately, as Java does. */
  public boolean roundsEach() {
    return Options.roundsEach(tornado, System.getProperties());
  }

  /**
   * Creates an array outside the heap; its elements are zero.
   *
   * @param type the internal name of its class
   * @param length the number of elements, at least 1
   * @param elementBytes the size of an element; all elements take at most {@link #MOST_ARRAY_BYTES}
   * @throws TornadoException if it cannot be created
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
   * Creates a graph of kernels that run in sequence. Nothing is compiled before the first run.
   *
   * @param target the device
   * @param tasks the kernels
   * @param transfers how their arguments are transferred
   * @param compilerFlags options for the device's compiler
   * @throws TornadoException if TornadoVM does not accept the kernels
   */
  public TornadoGraph kernels(
      Target target, List<KernelTask> tasks, GraphTransfers transfers, String compilerFlags)
      throws TornadoException {
    return planning(() -> alive(TornadoGraph.of(this, target, tasks, transfers, compilerFlags)));
  }

  /**
   * Allocates memory on the device for one array. TornadoVM cannot free this memory.
   *
   * @throws TornadoException if there is not enough memory
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
    // An array that is mapped and has no memory yet gets some.
    map(array, memory, array, memory);
    return alive(new TornadoGraph(this, memory));
  }

  private TornadoGraph alive(TornadoGraph graph) {
    alive.add(graph);
    return graph;
  }

  /** Called when the arrays of a graph were freed. */
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

  /** Creates a plan of some graphs. */
  Object planOf(Object... wholes) throws TornadoException {
    return Reflected.create(
        plan,
        new Class<?>[] {immutableGraph.arrayType()},
        Reflected.arrayOf(immutableGraph, wholes));
  }

  /** Makes a plan record its first run, and replay it in each later run. */
  void record(Object root) throws TornadoException {
    planning(() -> tornado.get(RECORD, root));
  }

  /**
   * Runs an action, such as recording a run, that no other thread may disturb by opening,
   * allocating or pinning anything. Runs it only if one device is in use, and if no other code of
   * this process has made plans of TornadoVM.
   *
   * @return the action's result; empty if it is null or the action did not run
   * @throws TornadoException if the action fails
   */
  public <T> Optional<T> ifAlone(Alone<T> action) throws TornadoException {
    return alone(() -> isAlone() ? Optional.ofNullable(action.run()) : Optional.empty());
  }

  /** An action that runs alone. */
  @FunctionalInterface
  public interface Alone<T> {
    /** Runs the action; may return null. */
    @Nullable T run() throws TornadoException;
  }

  /**
   * Whether only one device is in use, and TornadoVM shows no plans that other code of this process
   * has made. No other thread may allocate while a run is recorded.
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
   * Returns the number of plans, and changes of plans, in this process; -1 if TornadoVM does not
   * count them.
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

  /**
   * Runs what makes or changes plans, and counts these, because TornadoVM counts all plans of the
   * process.
   */
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

  /** Called when a device is opened. */
  public void opened() {
    oneAtATime.lock();
    try {
      used.incrementAndGet();
    } finally {
      oneAtATime.unlock();
    }
  }

  /** Called when a device is closed. */
  public void closed() {
    used.decrementAndGet();
  }

  Object scheduled(Object root, @Nullable Object schedule) throws TornadoException {
    return planning(() -> tornado.get("TornadoExecutionPlan.withGridScheduler", root, schedule));
  }

  /**
   * Returns how much memory of a device TornadoVM can use.
   *
   * @throws TornadoException if TornadoVM does not give the size
   */
  public MemorySize memory(Target target) throws TornadoException {
    return inItsLoader(() -> new TargetFinder(tornado).memory(target));
  }

  /** Runs a plan for the first time, when TornadoVM compiles and allocates. */
  Object runFirst(Object readyPlan, List<Object> grids, List<LaunchGrid> sizes)
      throws TornadoException {
    return alone(
        () ->
            compilesHere
                ? watched(() -> run(readyPlan, grids, sizes))
                : run(readyPlan, grids, sizes));
  }

  /**
   * Runs a plan that has run before.
   *
   * @throws TornadoException if that fails; the exception says whether kernels may have run
   */
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
          try {
            return tornado.get("TornadoExecutionPlan.execute", readyPlan);
          } catch (TornadoException e) {
            throw TornadoException.ofRun(e);
          }
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

  /** A call of TornadoVM. */
  @FunctionalInterface
  interface Request<T> {
    T run() throws TornadoException;
  }

  /** Makes a call that TornadoVM supports for one thread at a time only, on any of its devices. */
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

  /**
   * Makes a call with TornadoVM's loader as the context class loader, by which TornadoVM finds its
   * own parts.
   */
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
