package dev.slipstream.tornado.binding;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * That part of TornadoVM's API by which arrays stay on the device: kernels whose arrays are not
 * copied, and arrays of one graph that get the memory of another graph's. A kernel is compiled
 * once, whatever arrays it runs with.
 */
public final class ResidentApi {
  /**
   * Nobody else may hold these. TornadoVM tells the driver where its arrays are, and not that they
   * are gone when they are collected: the driver does not copy what then lies there in part.
   */
  private final Set<ResidentGraph> alive = ConcurrentHashMap.newKeySet();

  private static final String TYPES = ApiNames.API.replace('/', '.');

  private final TornadoApi api;
  private final Class<?> immutableGraph;
  private final Class<?> plan;
  private final Method map;
  private final Class<?> range;
  private final Class<?> nativeArray;
  private final Method withOffset;
  private final Method withSize;
  private final Method toHost;

  ResidentApi(TornadoApi api, Reflected tornado) throws TornadoException {
    this.api = api;
    this.immutableGraph = tornado.type(TYPES + "ImmutableTaskGraph");
    this.plan = tornado.type(TYPES + "TornadoExecutionPlan");
    this.map =
        Reflected.method(
            plan,
            "mapOnDeviceMemoryRegion",
            Object.class,
            Object.class,
            long.class,
            int.class,
            int.class);
    this.range = tornado.type(TYPES + "DataRange");
    this.nativeArray = tornado.type(TYPES + "types.arrays.TornadoNativeArray");
    this.withOffset = Reflected.method(range, "withOffset", long.class);
    this.withSize = Reflected.method(range, "withSize", long.class);
    this.toHost =
        Reflected.method(tornado.type(TYPES + "TornadoExecutionResult"), "transferToHost", range);
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
  public ResidentGraph kernels(
      Target target, List<KernelTask> tasks, GraphTransfers transfers, String compilerFlags)
      throws TornadoException {
    return alive(new ResidentGraph(this, api.plan(target, tasks, transfers, compilerFlags)));
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
    return api.alone(() -> api.isAlone() ? Optional.ofNullable(action.run()) : Optional.empty());
  }

  /** What is done alone. */
  @FunctionalInterface
  public interface Alone<T> {
    /** Does it. */
    @Nullable T run() throws TornadoException;
  }

  /**
   * Memory on the device for one array, which nothing can give back.
   *
   * @throws TornadoException if there is not as much
   */
  public ResidentGraph memory(Target target, NativeArray array) throws TornadoException {
    Object graph = api.memoryGraph(target, array.handle());
    // An array that is asked for and has no memory yet gets some.
    map(array, graph, array, graph);
    return alive(new ResidentGraph(this, graph));
  }

  private ResidentGraph alive(ResidentGraph graph) {
    alive.add(graph);
    return graph;
  }

  /** Its arrays were freed. */
  void released(ResidentGraph graph) {
    alive.remove(graph);
  }

  void map(NativeArray own, Object ownGraph, NativeArray array, Object graph)
      throws TornadoException {
    api.planning(
        () -> {
          Object graphs = Array.newInstance(immutableGraph, 2);
          Array.set(graphs, 0, graph);
          Array.set(graphs, 1, ownGraph);
          Object both = api.newPlan(graphs);
          Reflected.call(map, both, own.handle(), array.handle(), 0L, 0, 1);
          return both;
        });
  }

  void toHost(Object result, NativeArray array, int from, int count) throws TornadoException {
    api.inItsLoader(
        () -> {
          Object part = Reflected.create(range, new Class<?>[] {nativeArray}, array.handle());
          Reflected.call(withOffset, part, (long) from);
          Reflected.call(withSize, part, (long) count);
          return Reflected.get(toHost, result, part);
        });
  }
}
