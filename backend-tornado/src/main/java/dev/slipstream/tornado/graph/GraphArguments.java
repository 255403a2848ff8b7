package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.runtime.device.DeviceArray;
import dev.slipstream.tornado.binding.KernelTask;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.ArgumentLayout;
import dev.slipstream.tornado.kernel.ElementKind;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a kernel in a graph: arrays that hold its scalars, and short arrays that are
 * mapped to the memory of the program's arrays before a run.
 */
final class GraphArguments {
  private static final int SHORT = 16;

  /** The number of additional scalars of each kind, which no kernel reads. */
  static final int MARKS = 1;

  private final TaskKernel kernel;
  private final ArgumentLayout layout;
  private final Map<ElementKind, NativeArray> packs = new EnumMap<>(ElementKind.class);
  private final Map<Integer, NativeArray> arrays = new HashMap<>();
  private final Map<Integer, NativeArray> tables = new HashMap<>();
  private final List<Object> handles = new ArrayList<>();

  /**
   * @param given the arrays for some parameters; all others get short arrays
   */
  GraphArguments(TornadoTarget target, TaskKernel kernel, Map<Integer, NativeArray> given)
      throws TornadoException {
    this.kernel = kernel;
    this.layout = kernel.generated().layout();
    for (ElementKind kind : layout.packs()) {
      packs.put(
          kind, target.api().array(kind.arrayClass(), layout.size(kind) + MARKS, kind.bytes()));
      handles.add(pack(kind).handle());
    }
    for (int parameter : layout.arrays()) {
      @Nullable NativeArray array = given.get(parameter);
      if (array == null) {
        String descriptor = layout.parameters().get(parameter).descriptor();
        array = shortArray(target, ElementKind.ofArray(descriptor));
      }
      arrays.put(parameter, array);
      handles.add(array.handle());
    }
    for (int parameter : layout.tables()) {
      NativeArray table = shortArray(target, ElementKind.INT);
      tables.put(parameter, table);
      handles.add(table.handle());
    }
  }

  private static NativeArray shortArray(TornadoTarget target, ElementKind kind)
      throws TornadoException {
    return target.api().array(kind.arrayClass(), SHORT, kind.bytes());
  }

  ArgumentLayout layout() {
    return layout;
  }

  /** Returns the kernel with these arguments. */
  KernelTask task() {
    return new KernelTask(kernel.task(), layout.dimensions(), handles);
  }

  /** Returns the arrays that hold its scalars. */
  Collection<NativeArray> packs() {
    return packs.values();
  }

  /** Returns the array that holds its scalars of a kind. */
  NativeArray pack(ElementKind kind) {
    return Objects.requireNonNull(packs.get(kind));
  }

  /** Returns the array of a parameter. */
  NativeArray array(int parameter) {
    return Objects.requireNonNull(arrays.get(parameter));
  }

  /** Returns the table of a parameter. */
  NativeArray table(int parameter) {
    return Objects.requireNonNull(tables.get(parameter));
  }

  /**
   * Stores iterations, lengths of arrays and scalars where the kernel reads them.
   *
   * @param arguments the arguments by parameter; of an array only the length counts
   * @param arrays the shapes of arrays of arrays, by parameter
   */
  void pass(IterationSpace space, @Nullable Object[] arguments, List<DeviceArray> arrays) {
    ByteBuffer ints = pack(ElementKind.INT).bytes();
    for (int d = 0; d < space.dimensions(); d++) {
      int place = ArgumentLayout.PER_DIMENSION * d;
      ints.putInt(4 * place, space.start(d));
      ints.putInt(4 * (place + 1), space.step(d));
      ints.putInt(4 * (place + 2), space.count(d));
    }
    for (int p = 0; p < layout.parameters().size(); p++) {
      Object argument = arguments[p];
      if (layout.parameters().get(p).isArray()) {
        int length = argument == null ? 0 : Array.getLength(argument);
        ints.putInt(4 * layout.place(p), length);
        if (layout.parameters().get(p).depth() > 1) {
          ints.putInt(4 * layout.rowLengthPlace(p), arrays.get(p).rowLength());
          ints.putInt(4 * layout.planeHeightPlace(p), arrays.get(p).height(0));
        }
      } else if (argument != null) {
        ElementKind kind = ElementKind.ofScalar(layout.parameters().get(p).descriptor());
        put(kind, layout.place(p), argument, pack(kind).bytes());
      }
    }
  }

  /** Stores a boxed scalar. */
  private static void put(ElementKind kind, int place, Object value, ByteBuffer bytes) {
    switch (kind) {
      case INT -> bytes.putInt(4 * place, (Integer) value);
      case LONG -> bytes.putLong(8 * place, (Long) value);
      case FLOAT -> bytes.putFloat(4 * place, (Float) value);
      case DOUBLE -> bytes.putDouble(8 * place, (Double) value);
      default -> throw new IllegalArgumentException(kind + " is no kind of scalars");
    }
  }
}
