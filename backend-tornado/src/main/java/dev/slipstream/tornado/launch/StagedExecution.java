package dev.slipstream.tornado.launch;

import dev.slipstream.tornado.binding.Execution;
import dev.slipstream.tornado.binding.LaunchGrid;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.Target;
import dev.slipstream.tornado.binding.TornadoApi;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.ArgumentLayout;
import dev.slipstream.tornado.kernel.ElementKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A kernel with arrays of certain lengths: TornadoVM compiles it once and runs it often. Arrays
 * with the same lengths use it one after the other, by way of memory outside the heap.
 */
final class StagedExecution implements AutoCloseable {
  private final Map<ElementKind, NativeArray> scalars = new EnumMap<>(ElementKind.class);
  private final List<NativeArray> arrays = new ArrayList<>();
  private final Execution execution;
  private long bytesIn;
  private long bytesOut;

  /**
   * @param places for each array argument of the kernel its place among the staged arrays
   */
  StagedExecution(
      TornadoApi api,
      Target target,
      TaskKernel kernel,
      List<StagedArray> staged,
      List<Integer> places,
      String compilerFlags)
      throws TornadoException {
    ArgumentLayout layout = kernel.generated().layout();
    List<Object> arguments = new ArrayList<>();
    List<Object> inputs = new ArrayList<>();
    List<Object> outputs = new ArrayList<>();
    for (ElementKind kind : layout.packs()) {
      NativeArray pack = api.array(kind.arrayClass(), layout.size(kind), kind.bytes());
      scalars.put(kind, pack);
      arguments.add(pack.handle());
      inputs.add(pack.handle());
      bytesIn += (long) layout.size(kind) * kind.bytes();
    }
    for (StagedArray array : staged) {
      ElementKind kind = array.kind();
      int length = Math.max(2, array.length());
      NativeArray memory = api.array(kind.arrayClass(), length, kind.bytes());
      arrays.add(memory);
      if (array.isInput()) {
        inputs.add(memory.handle());
        bytesIn += (long) length * kind.bytes();
      }
      if (array.isOutput()) {
        outputs.add(memory.handle());
        bytesOut += (long) length * kind.bytes();
      }
    }
    places.forEach(place -> arguments.add(arrays.get(place).handle()));
    execution =
        api.execution(
            target, kernel.task(), layout.dimensions(), arguments, inputs, outputs, compilerFlags);
  }

  /** The memory for the scalars of a kind. */
  NativeArray scalars(ElementKind kind) {
    NativeArray pack = scalars.get(kind);
    if (pack == null) {
      throw new IllegalArgumentException("the kernel takes no scalars of kind " + kind);
    }
    return pack;
  }

  /** The memory of one of the staged arrays. */
  NativeArray array(int place) {
    return arrays.get(place);
  }

  /** How many bytes are copied to the device each time. */
  long bytesIn() {
    return bytesIn;
  }

  /** How many bytes are copied back each time. */
  long bytesOut() {
    return bytesOut;
  }

  void run(LaunchGrid grid) throws TornadoException {
    execution.run(grid);
  }

  @Override
  public void close() throws TornadoException {
    execution.close();
  }
}
