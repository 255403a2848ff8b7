package dev.slipstream.tornado.graph;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.DeviceArray;
import dev.slipstream.runtime.device.DeviceBuffer;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.tornado.binding.LaunchGrid;
import dev.slipstream.tornado.binding.TornadoApi;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.ArgumentLayout;
import dev.slipstream.tornado.kernel.ElementKind;
import dev.slipstream.tornado.kernel.RowForm;
import dev.slipstream.tornado.kernel.UnsupportedKernelException;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The kernel of a loop for TornadoVM, which compiles it at its first run. There is one form for
 * arrays of arrays with rows of equal lengths, and another for all others, which is generated when
 * it is needed first. Runs need the device's lock; {@link #obstacle} can be called by any thread.
 */
public final class TornadoKernel implements PreparedKernel {
  private final TornadoTarget target;
  private final KernelLoader loader;
  private final RangeKernel source;
  private final TaskKernel equal;
  private final Map<RowForm, KernelRuns> runs = new EnumMap<>(RowForm.class);

  /** The failure of TornadoVM to compile the kernel. */
  private volatile @Nullable TornadoException refusal;

  /**
   * @param loader generates and loads kernels
   * @param source the loop's own kernel
   * @throws UnsupportedKernelException if TornadoVM would not compile it, or not correctly
   * @throws TornadoException if it cannot be loaded
   */
  public TornadoKernel(TornadoTarget target, KernelLoader loader, RangeKernel source)
      throws UnsupportedKernelException, TornadoException {
    this.target = target;
    this.loader = loader;
    this.source = source;
    this.equal = loader.load(source, RowForm.EQUAL);
  }

  /** Whether TornadoVM has refused the kernel. */
  boolean isRefused() {
    return refusal != null;
  }

  /** Whether the kernel has run in one form or the other. */
  boolean hasRun() {
    return runs.values().stream().anyMatch(KernelRuns::hasRun);
  }

  /** Launches that TornadoVM cannot do are refused here without a call; other launches may work. */
  @Override
  public Optional<String> obstacle(Launch launch) {
    TornadoException known = refusal;
    if (known != null) {
      return Optional.of(String.valueOf(known.getMessage()));
    }
    IterationSpace space = launch.space();
    for (int d = 0; d < space.dimensions(); d++) {
      if (space.count(d) > LaunchGrid.MOST) {
        return Optional.of("it has more than " + LaunchGrid.MOST + " iterations");
      }
    }
    ArgumentLayout layout = equal.generated().layout();
    Object[] arguments = launch.arguments();
    for (int parameter : layout.arrays()) {
      @Nullable Object array = arguments[parameter];
      KernelParameter described = layout.parameters().get(parameter);
      // The rows of arrays are checked when they are copied, because to add up their lengths takes
      // long.
      if (array != null
          && described.depth() == 1
          && !fits(Array.getLength(array), ElementKind.ofArray(described.descriptor()))) {
        return Optional.of("an array of more than 2 GiB is not passed to TornadoVM");
      }
    }
    return writesAnArrayOfSeveralParameters(layout, launch)
        ? Optional.of("one array is passed as several, and is written")
        : Optional.empty();
  }

  /** Whether an array of TornadoVM can be this long. */
  static boolean fits(long length, ElementKind kind) {
    return length <= TornadoApi.MOST_ARRAY_BYTES / kind.bytes();
  }

  /**
   * A workaround for TornadoVM 5.2, which waits forever if one array is passed for two parameters
   * and written.
   */
  private boolean writesAnArrayOfSeveralParameters(ArgumentLayout layout, Launch launch) {
    Object[] arguments = launch.arguments();
    Set<Integer> written = new HashSet<>(equal.generated().written());
    for (ArrayAccess access : launch.accesses()) {
      if (access.writes()) {
        written.add(access.parameter());
      }
    }
    for (int one : written) {
      for (int parameter : layout.arrays()) {
        // This also counts if no iteration of this launch writes.
        if (parameter != one && arguments[one] != null && arguments[parameter] == arguments[one]) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns the run for a launch.
   *
   * @param arrays the arrays on the device, by parameter
   * @param nothing the block that stands for arrays that are not touched
   * @throws TornadoException if the launch is refused
   */
  KernelRun on(Launch launch, List<DeviceArray> arrays, DeviceBlock nothing)
      throws TornadoException {
    TornadoException known = refusal;
    if (known != null) {
      throw known;
    }
    RowForm form = RowForm.EQUAL;
    for (DeviceArray array : arrays) {
      form = array.buffer().isPresent() && array.rowLength() < 0 ? RowForm.TABLES : form;
    }
    try {
      KernelRuns ready = runs(form);
      List<DeviceBlock> memory = new ArrayList<>();
      for (int parameter : ready.parameters()) {
        Optional<DeviceBuffer> buffer = arrays.get(parameter).buffer();
        memory.add(buffer.isPresent() ? (DeviceBlock) buffer.get() : nothing);
      }
      for (int parameter : ready.tables()) {
        List<DeviceBuffer> tables = arrays.get(parameter).tables();
        memory.add(tables.isEmpty() ? nothing : (DeviceBlock) tables.get(0));
      }
      return new KernelRun(ready, memory, launch.space(), launch.arguments(), arrays);
    } catch (TornadoException e) {
      if (!runs.containsKey(form) || !runs.get(form).hasRun()) {
        refusal = e;
      }
      throw e;
    }
  }

  /**
   * Runs the kernel.
   *
   * @param shared whether other devices run the kernel simultaneously
   * @return what is known about such runs; null if nothing is kept
   * @throws TornadoException if the run fails; if the kernel is refused then, nothing has run
   */
  @Nullable SteadyRun run(KernelRun run, boolean shared) throws TornadoException {
    try {
      if (shared && !run.runs().hasRun()) {
        // TornadoVM compiles within a first run, for one device at a time. This run is short.
        run.runs().run(run.on(none(run.space())));
      }
      return run.runs().run(run);
    } catch (TornadoException e) {
      if (!run.runs().hasRun()) {
        // The first run fails if TornadoVM cannot compile the kernel.
        refusal = e;
      }
      throw e;
    }
  }

  /** Returns a space of as many axes without iterations. */
  private static IterationSpace none(IterationSpace space) {
    int axes = space.dimensions();
    int[] steps = new int[axes];
    Arrays.fill(steps, 1);
    return new IterationSpace(new int[axes], steps, new int[axes]);
  }

  private KernelRuns runs(RowForm form) throws TornadoException {
    KernelRuns ready = runs.get(form);
    if (ready == null) {
      try {
        ready =
            new KernelRuns(
                target, form == RowForm.EQUAL ? equal : loader.load(source, RowForm.TABLES));
      } catch (UnsupportedKernelException e) {
        throw new TornadoException(String.valueOf(e.getMessage()), e);
      }
      runs.put(form, ready);
    }
    return ready;
  }
}
