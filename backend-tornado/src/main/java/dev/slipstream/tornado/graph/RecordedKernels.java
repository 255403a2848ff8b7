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
 * Kernels that run one after the other, each on the same memory and with the same grid every time:
 * the driver records what TornadoVM asks it for, and plays that. TornadoVM compiles the kernels
 * once more for it. Keeps no block from being collected; what is bound stays so as long as they are
 * there. Used by whoever holds the device's lock.
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
                // What a rehearsal has copied there is read back.
                new GraphTransfers(List.of(), staying, packs),
                target.facts().compilerFlags());
    graph.record();
  }

  /**
   * Records runs.
   *
   * @return null if some of their memory is gone, or the driver does not play them as it should;
   *     nothing has run then
   * @throws TornadoException if it fails; nothing has run then either
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
   * Runs the kernels without iterations, so that they do nothing: the driver records that, and
   * plays it twice. Tells whether it has been played as it should.
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

  /** Where the int is that no kernel reads, in bytes. */
  private int markAt(int each) {
    return Integer.BYTES * given.get(each).layout().size(ElementKind.INT);
  }

  /**
   * Runs the kernels.
   *
   * @param runs what each is given, on the memory and with the grid that was recorded
   */
  void run(List<KernelRun> runs) throws TornadoException {
    for (int r = 0; r < runs.size(); r++) {
      KernelRun run = runs.get(r);
      given.get(r).pass(run.space(), run.arguments(), run.arrays());
    }
    graph.run(grids);
  }
}
