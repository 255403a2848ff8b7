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
 * A kernel that TornadoVM compiles once, for arrays that change from run to run: TornadoVM is shown
 * short arrays, which get the memory of others before a run. Only scalars are copied each time.
 */
final class KernelGraph {
  private final GraphArguments given;
  private final IdentityHashMap<NativeArray, DeviceBlock> bound = new IdentityHashMap<>();
  private final TornadoGraph graph;

  /** A kernel all of whose arrays are bound before each run. */
  KernelGraph(TornadoTarget target, TaskKernel kernel) throws TornadoException {
    this(target, kernel, Map.of(), Map.of());
  }

  /**
   * A kernel that has some arrays of its own.
   *
   * @param copied arrays that are copied to the device before each run, by their parameters
   * @param kept arrays with memory of their own on the device, by their parameters
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

  /** The array parameters, as indices, of which the kernel uses elements. */
  List<Integer> parameters() {
    return given.layout().arrays();
  }

  /** Those of them, as indices, of which it finds rows by tables. */
  List<Integer> tables() {
    return given.layout().tables();
  }

  /** Lets an array parameter be what is in a block, until it is something else. */
  void bind(int parameter, DeviceBlock block) throws TornadoException {
    bind(given.array(parameter), block);
  }

  /** Lets the table of an array parameter be what is in a block. */
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

  /** Runs it with arguments by its parameters; of arrays, all of primitives, the length counts. */
  void run(IterationSpace space, @Nullable Object[] arguments) throws TornadoException {
    run(space, arguments, List.of());
  }

  /**
   * Runs it.
   *
   * @param arguments by its parameters; of arrays only the length counts
   * @param arrays how regular the rows of arrays of arrays are, by their parameters
   */
  void run(IterationSpace space, @Nullable Object[] arguments, List<DeviceArray> arrays)
      throws TornadoException {
    given.pass(space, arguments, arrays);
    graph.run(List.of(LaunchGrid.over(space)));
  }
}
