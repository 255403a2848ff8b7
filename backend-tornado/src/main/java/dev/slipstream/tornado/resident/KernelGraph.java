package dev.slipstream.tornado.resident;

import dev.slipstream.runtime.kernel.IterationSpace;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.ResidentGraph;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.binding.Transfers;
import dev.slipstream.tornado.kernel.ArgumentLayout;
import dev.slipstream.tornado.kernel.ElementKind;
import dev.slipstream.tornado.launch.Grid;
import dev.slipstream.tornado.launch.Scalars;
import dev.slipstream.tornado.launch.TaskKernel;
import dev.slipstream.tornado.layout.RowShape;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A kernel that TornadoVM compiles once, for arrays that change from run to run: TornadoVM is shown
 * short arrays, which get the memory of others before a run. Only scalars are copied each time.
 */
final class KernelGraph {
  private static final int SHORT = 16;

  /** After the scalars of a kind comes one that no kernel reads. */
  private static final int MARKS = 1;

  private static final int FIRST_MARK = 0x5eed5eed;

  private final ArgumentLayout layout;
  private final Map<ElementKind, NativeArray> packs = new EnumMap<>(ElementKind.class);
  private final Map<Integer, NativeArray> arrays = new HashMap<>();
  private final Map<Integer, NativeArray> tables = new HashMap<>();
  private final IdentityHashMap<NativeArray, Block> bound = new IdentityHashMap<>();
  private final ResidentGraph graph;

  /** A kernel all of whose arrays are bound before each run. */
  KernelGraph(ResidentTarget target, TaskKernel kernel) throws TornadoException {
    this(target, kernel, Map.of(), Map.of(), /* recorded= */ false);
  }

  /**
   * A kernel whose runs the driver records. Its arrays are bound once, then it is rehearsed, and
   * from then on run with that grid only.
   */
  static KernelGraph recorded(ResidentTarget target, TaskKernel kernel) throws TornadoException {
    return new KernelGraph(target, kernel, Map.of(), Map.of(), /* recorded= */ true);
  }

  /**
   * A kernel that has some arrays of its own.
   *
   * @param copied arrays that are copied to the device before each run, by their parameters
   * @param kept arrays with memory of their own on the device, by their parameters
   */
  KernelGraph(
      ResidentTarget target,
      TaskKernel kernel,
      Map<Integer, NativeArray> copied,
      Map<Integer, NativeArray> kept)
      throws TornadoException {
    this(target, kernel, copied, kept, /* recorded= */ false);
  }

  private KernelGraph(
      ResidentTarget target,
      TaskKernel kernel,
      Map<Integer, NativeArray> copied,
      Map<Integer, NativeArray> kept,
      boolean recorded)
      throws TornadoException {
    layout = kernel.generated().layout();
    List<Object> arguments = new ArrayList<>();
    List<Object> in = new ArrayList<>();
    List<Object> staying = new ArrayList<>();
    List<Object> both = new ArrayList<>();
    for (ElementKind kind : layout.packs()) {
      NativeArray pack =
          target.api().array(kind.arrayClass(), layout.size(kind) + MARKS, kind.bytes());
      packs.put(kind, pack);
      arguments.add(pack.handle());
      // What a rehearsal has copied there is read back.
      (recorded ? both : in).add(pack.handle());
    }
    for (int parameter : layout.arrays()) {
      NativeArray array = copied.get(parameter);
      if (array == null) {
        array = kept.get(parameter);
        if (array == null) {
          String descriptor = layout.parameters().get(parameter).descriptor();
          ElementKind kind = ElementKind.ofArray(descriptor);
          array = target.api().array(kind.arrayClass(), SHORT, kind.bytes());
        }
        staying.add(array.handle());
      } else {
        in.add(array.handle());
      }
      arrays.put(parameter, array);
      arguments.add(array.handle());
    }
    for (int parameter : layout.tables()) {
      ElementKind kind = ElementKind.INT;
      NativeArray table = target.api().array(kind.arrayClass(), SHORT, kind.bytes());
      tables.put(parameter, table);
      staying.add(table.handle());
      arguments.add(table.handle());
    }
    graph =
        target
            .resident()
            .kernel(
                target.target(),
                kernel.task(),
                layout.dimensions(),
                arguments,
                new Transfers(in, List.of(), staying, both),
                target.facts().compilerFlags());
    if (recorded) {
      graph.record();
    }
  }

  /**
   * Runs a recorded kernel without iterations, so that it does nothing: the driver records it, and
   * plays it twice. Tells whether it has been played as it should.
   *
   * @throws TornadoException if it fails; nothing has run then either
   */
  boolean rehearse(Grid grid) throws TornadoException {
    NativeArray ints = Objects.requireNonNull(packs.get(ElementKind.INT));
    int place = layout.size(ElementKind.INT);
    for (NativeArray pack : packs.values()) {
      ByteBuffer bytes = pack.bytes().duplicate();
      bytes.put(new byte[bytes.capacity()]);
    }
    for (int mark : new int[] {FIRST_MARK, ~FIRST_MARK}) {
      ints.bytes().putInt(Integer.BYTES * place, mark);
      graph.run(grid.global(), grid.local());
      ints.bytes().putInt(Integer.BYTES * place, 0);
      graph.read(ints, 0, place + MARKS);
      if (ints.bytes().getInt(Integer.BYTES * place) != mark) {
        return false;
      }
    }
    return true;
  }

  ResidentGraph graph() {
    return graph;
  }

  /** The array parameters, as indices, of which the kernel uses elements. */
  List<Integer> parameters() {
    return layout.arrays();
  }

  /** Those of them, as indices, of which it finds rows by tables. */
  List<Integer> tables() {
    return layout.tables();
  }

  /** Lets an array parameter be what is in a block, until it is something else. */
  void bind(int parameter, Block block) throws TornadoException {
    bind(Objects.requireNonNull(arrays.get(parameter)), block);
  }

  /** Lets the table of an array parameter be what is in a block. */
  void bindTable(int parameter, Block block) throws TornadoException {
    bind(Objects.requireNonNull(tables.get(parameter)), block);
  }

  private void bind(NativeArray array, Block block) throws TornadoException {
    if (!block.equals(bound.get(array))) {
      bound.remove(array);
      graph.map(array, block.graph(), block.memory());
      bound.put(array, block);
    }
  }

  /** Keeps no block from being collected. What is bound stays so as long as they are there. */
  void forgetBlocks() {
    bound.clear();
  }

  /** Runs it with arguments by its parameters; of arrays, all of primitives, the length counts. */
  void run(IterationSpace space, @Nullable Object[] arguments) throws TornadoException {
    run(space, arguments, Map.of());
  }

  /**
   * Runs it.
   *
   * @param arguments by its parameters; of arrays only the length counts
   * @param shapes how regular the rows of arrays of arrays are, by their parameters
   */
  void run(IterationSpace space, @Nullable Object[] arguments, Map<Integer, RowShape> shapes)
      throws TornadoException {
    Scalars.pass(layout, space, arguments, shapes, kind -> Objects.requireNonNull(packs.get(kind)));
    Grid grid = Grid.over(space);
    graph.run(grid.global(), grid.local());
  }
}
