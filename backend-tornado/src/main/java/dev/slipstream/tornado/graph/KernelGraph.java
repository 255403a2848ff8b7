package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.runtime.device.DeviceArray;
import dev.slipstream.tornado.binding.GraphTransfers;
import dev.slipstream.tornado.binding.LaunchGrid;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.binding.TornadoGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A kernel that TornadoVM compiles once, for arrays that change from run to run. It is compiled
 * with short arrays, which are mapped to the memory of others before a run. Only scalars are copied
 * in each run.
 */
final class KernelGraph {
  private final GraphArguments given;
  private final IdentityHashMap<NativeArray, DeviceBlock> bound = new IdentityHashMap<>();
  private final TornadoGraph graph;

  /** Creates a kernel whose arrays are all bound before each run. */
  KernelGraph(TornadoTarget target, TaskKernel kernel) throws TornadoException {
    this(target, kernel, Map.of(), Map.of());
  }

  /**
   * Creates a kernel that has some arrays of its own.
   *
   * @param copied the arrays that are copied to the device before each run, by parameter
   * @param kept the arrays with their own memory on the device, by parameter
   */
  KernelGraph(
      TornadoTarget target,
      TaskKernel kernel,
      Map<Integer, NativeArray> copied,
      Map<Integer, NativeArray> kept)
      throws TornadoException {
    Map<Integer, NativeArray> own = new HashMap<>(copied);
    own.putAll(kept);
    given = new GraphArguments(target, kernel, own);
    List<Object> in = new ArrayList<>();
    given.packs().forEach(pack -> in.add(pack.handle()));
    List<Object> staying = new ArrayList<>();
    for (int parameter : parameters()) {
      (copied.containsKey(parameter) ? in : staying).add(given.array(parameter).handle());
    }
    for (int parameter : tables()) {
      staying.add(given.table(parameter).handle());
    }
    graph =
        target
            .api()
            .kernels(
                target.target(),
                List.of(given.task()),
                new GraphTransfers(in, staying, List.of()),
                target.facts().compilerFlags());
  }

  TornadoGraph graph() {
    return graph;
  }

  /** Returns the indices of the array parameters whose elements the kernel uses. */
  List<Integer> parameters() {
    return given.layout().arrays();
  }

  /** Returns the indices of those of them whose rows the kernel finds by tables. */
  List<Integer> tables() {
    return given.layout().tables();
  }

  /** Binds an array parameter to a block until it is bound again. */
  void bind(int parameter, DeviceBlock block) throws TornadoException {
    bind(given.array(parameter), block);
  }

  /** Binds the table of an array parameter to a block. */
  void bindTable(int parameter, DeviceBlock block) throws TornadoException {
    bind(given.table(parameter), block);
  }

  private void bind(NativeArray array, DeviceBlock block) throws TornadoException {
    if (!block.equals(bound.get(array))) {
      bound.remove(array);
      graph.map(array, block.graph(), block.memory());
      bound.put(array, block);
    }
  }

  /**
   * Runs the kernel with arguments by parameter. Arrays are arrays of primitives, and only their
   * lengths count.
   */
  void run(IterationSpace space, @Nullable Object[] arguments) throws TornadoException {
    run(space, arguments, List.of());
  }

  /**
   * Runs the kernel.
   *
   * @param arguments the arguments by parameter; of an array only the length counts
   * @param arrays the shapes of arrays of arrays, by parameter
   */
  void run(IterationSpace space, @Nullable Object[] arguments, List<DeviceArray> arrays)
      throws TornadoException {
    given.pass(space, arguments, arrays);
    graph.run(List.of(LaunchGrid.over(space)));
  }
}
