package dev.slipstream.tornado.graph;

import dev.slipstream.tornado.binding.GraphTransfers;
import dev.slipstream.tornado.binding.LaunchGrid;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.binding.TornadoGraph;
import dev.slipstream.tornado.kernel.ElementKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Kernels that run in sequence, each on the same memory and with the same grid every time. The
 * driver records the calls that TornadoVM makes, and replays them. TornadoVM compiles the kernels
 * again for this. Blocks are not kept alive; bindings are valid as long as the blocks exist.
 * Guarded by the device's lock.
 */
final class RecordedKernels {
  private static final int FIRST_MARK = 0x5eed5eed;

  private final List<GraphArguments> given = new ArrayList<>();
  private final List<LaunchGrid> grids = new ArrayList<>();
  private final TornadoGraph graph;

  private RecordedKernels(TornadoTarget target, List<SteadyRun> runs) throws TornadoException {
    List<Object> staying = new ArrayList<>();
    List<Object> packs = new ArrayList<>();
    for (SteadyRun run : runs) {
      GraphArguments each = new GraphArguments(target, run.kernel(), Map.of());
      given.add(each);
      grids.add(run.grid());
      each.packs().forEach(pack -> packs.add(pack.handle()));
      each.layout().arrays().forEach(parameter -> staying.add(each.array(parameter).handle()));
      each.layout().tables().forEach(parameter -> staying.add(each.table(parameter).handle()));
    }
    graph =
        target
            .api()
            .kernels(
                target.target(),
                given.stream().map(GraphArguments::task).toList(),
                // The scalars of a rehearsal are read back.
                new GraphTransfers(List.of(), staying, packs),
                target.facts().compilerFlags());
    graph.record();
  }

  /**
   * Records runs.
   *
   * @return null if some of their memory was freed, or if the driver does not replay them
   *     correctly; nothing has run then
   * @throws TornadoException if the recording fails; nothing has run then either
   */
  static @Nullable RecordedKernels of(TornadoTarget target, List<SteadyRun> runs)
      throws TornadoException {
    List<List<DeviceBlock>> memory = new ArrayList<>();
    for (SteadyRun run : runs) {
      @Nullable List<DeviceBlock> blocks = run.memory();
      if (blocks == null) {
        return null;
      }
      memory.add(blocks);
    }
    RecordedKernels made = new RecordedKernels(target, runs);
    for (int r = 0; r < runs.size(); r++) {
      made.bind(made.given.get(r), memory.get(r));
    }
    return made.rehearse() ? made : null;
  }

  private void bind(GraphArguments arguments, List<DeviceBlock> memory) throws TornadoException {
    int place = 0;
    for (int parameter : arguments.layout().arrays()) {
      map(arguments.array(parameter), memory.get(place++));
    }
    for (int parameter : arguments.layout().tables()) {
      map(arguments.table(parameter), memory.get(place++));
    }
  }

  private void map(NativeArray array, DeviceBlock block) throws TornadoException {
    graph.map(array, block.graph(), block.memory());
  }

  /**
   * Runs the kernels without iterations, so that they have no effect: the driver records this and
   * replays it twice. Returns whether it was replayed correctly.
   */
  private boolean rehearse() throws TornadoException {
    for (GraphArguments each : given) {
      for (NativeArray pack : each.packs()) {
        ByteBuffer bytes = pack.bytes().duplicate();
        bytes.put(new byte[bytes.capacity()]);
      }
    }
    for (int mark : new int[] {FIRST_MARK, ~FIRST_MARK}) {
      for (int each = 0; each < given.size(); each++) {
        ints(each).putInt(markAt(each), mark + each);
      }
      graph.run(grids);
      for (int each = 0; each < given.size(); each++) {
        ints(each).putInt(markAt(each), 0);
        graph.read(given.get(each).pack(ElementKind.INT), 0, markAt(each) / Integer.BYTES + 1);
        if (ints(each).getInt(markAt(each)) != mark + each) {
          return false;
        }
      }
    }
    return true;
  }

  private ByteBuffer ints(int each) {
    return given.get(each).pack(ElementKind.INT).bytes();
  }

  /** Returns the place of the int that no kernel reads, in bytes. */
  private int markAt(int each) {
    return Integer.BYTES * given.get(each).layout().size(ElementKind.INT);
  }

  /**
   * Runs the kernels.
   *
   * @param runs the arguments of each kernel, on the memory and with the grid that were recorded
   */
  void run(List<KernelRun> runs) throws TornadoException {
    for (int r = 0; r < runs.size(); r++) {
      KernelRun run = runs.get(r);
      given.get(r).pass(run.space(), run.arguments(), run.arrays());
    }
    graph.run(grids);
  }
}
