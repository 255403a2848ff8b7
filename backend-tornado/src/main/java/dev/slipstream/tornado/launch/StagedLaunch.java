package dev.slipstream.tornado.launch;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.LaunchResult;
import dev.slipstream.tornado.binding.LaunchGrid;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.ArgumentLayout;
import dev.slipstream.tornado.kernel.ElementKind;
import dev.slipstream.tornado.kernel.GeneratedKernel;
import dev.slipstream.tornado.kernel.RowForm;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One launch: arrays are copied to memory outside the heap, TornadoVM copies them to the device,
 * runs the kernel and copies the results back there, and only then they are stored in the host's
 * arrays.
 */
public final class StagedLaunch {
  private static final String TOO_LARGE = "an array of more than 2 GiB is not passed to TornadoVM";

  private final KernelExecutions executions;
  private final Launch launch;
  private final ArgumentLayout layout;
  private final List<StagedArray> arrays = new ArrayList<>();
  private final List<Integer> places = new ArrayList<>();

  /** A launch of a kernel with such executions. */
  public StagedLaunch(KernelExecutions executions, Launch launch) {
    this.executions = executions;
    this.launch = launch;
    this.layout = executions.kernel().layout();
    for (int parameter : layout.arrays()) {
      @Nullable Object array = launch.arguments()[parameter];
      // What the program does not have, no iteration touches.
      int place = array == null ? arrays.size() : place(array);
      if (place == arrays.size()) {
        arrays.add(array == null ? StagedArray.none(kind(parameter)) : new StagedArray(array));
      }
      places.add(place);
      for (ArrayAccess access : launch.accesses()) {
        if (access.parameter() == parameter) {
          arrays.get(place).add(access);
        }
      }
      if (parameter == launch.violation()) {
        arrays.get(place).add(new ArrayAccess(parameter, 0, 1, 0, 1, /* writesAll= */ false));
      }
    }
  }

  private ElementKind kind(int parameter) {
    return ElementKind.ofArray(layout.parameters().get(parameter).descriptor());
  }

  private int place(Object array) {
    int place = 0;
    while (place < arrays.size() && arrays.get(place).array() != array) {
      place++;
    }
    return place;
  }

  /**
   * Runs it.
   *
   * @throws TornadoException if TornadoVM failed; the host's arrays are as they were
   * @throws DeviceException if this launch is none for TornadoVM, where others may be; if a check
   *     of the kernel itself failed, or storing the results did
   */
  public LaunchResult run() throws TornadoException, DeviceException {
    Optional<String> obstacle = obstacle(executions.kernel(), launch);
    if (obstacle.isPresent()) {
      throw new DeviceException(obstacle.get());
    }
    for (StagedArray array : arrays) {
      if (!StagedArray.fits(array.layout().size(), array.kind())) {
        throw new DeviceException(TOO_LARGE);
      }
    }
    StagedExecution execution = prepared();
    Scalars.pass(layout, launch.space(), launch.arguments(), shapes(), execution::scalars);
    for (int a = 0; a < arrays.size(); a++) {
      arrays.get(a).load(execution.array(a));
    }
    long began = System.nanoTime();
    execution.run(LaunchGrid.over(launch.space()));
    long nanos = System.nanoTime() - began;
    if (launch.isChecked()) {
      throwIfViolated(execution);
    }
    try {
      for (int a = 0; a < arrays.size(); a++) {
        arrays.get(a).store(execution.array(a));
      }
    } catch (RuntimeException | Error e) {
      throw DeviceException.afterPartialResults("results could not be stored: " + e, e);
    }
    return new LaunchResult(nanos, 1, execution.bytesIn(), execution.bytesOut());
  }

  private StagedExecution prepared() throws TornadoException {
    RowForm form = RowForm.EQUAL;
    for (RowShape shape : shapes().values()) {
      form = shape.isEqual() ? form : RowForm.TABLES;
    }
    for (int parameter : executions.form(form).generated().layout().tables()) {
      places.add(arrays.size());
      arrays.add(StagedArray.table(staged(parameter).layout()));
    }
    return executions.of(form, arrays, places);
  }

  private StagedArray staged(int parameter) {
    return arrays.get(places.get(layout.arrays().indexOf(parameter)));
  }

  /** How rows are found, by the parameters that are arrays of arrays. */
  private Map<Integer, RowShape> shapes() {
    Map<Integer, RowShape> shapes = new HashMap<>();
    for (int parameter : layout.arrays()) {
      if (layout.parameters().get(parameter).depth() > 1) {
        shapes.put(parameter, staged(parameter).shape());
      }
    }
    return shapes;
  }

  /**
   * TornadoVM is asked for nothing in launches that it cannot do: others of the kernel may work.
   *
   * @return why it cannot do this one
   */
  public static Optional<String> obstacle(GeneratedKernel kernel, Launch launch) {
    ArgumentLayout layout = kernel.layout();
    IterationSpace space = launch.space();
    for (int d = 0; d < space.dimensions(); d++) {
      if (space.count(d) > LaunchGrid.MOST) {
        return Optional.of("it has more than " + LaunchGrid.MOST + " iterations");
      }
    }
    Object[] arguments = launch.arguments();
    for (int parameter : layout.arrays()) {
      @Nullable Object array = arguments[parameter];
      KernelParameter described = layout.parameters().get(parameter);
      // Rows are looked at when they are copied: to add them up each time takes long.
      if (array != null
          && described.depth() == 1
          && !StagedArray.fits(
              Array.getLength(array), ElementKind.ofArray(described.descriptor()))) {
        return Optional.of(TOO_LARGE);
      }
    }
    Set<Integer> written = new HashSet<>(kernel.written());
    for (ArrayAccess access : launch.accesses()) {
      if (access.writes()) {
        written.add(access.parameter());
      }
    }
    for (int one : written) {
      for (int parameter : layout.arrays()) {
        // Also where this launch has no iteration that writes.
        if (parameter != one && arguments[one] != null && arguments[parameter] == arguments[one]) {
          // TornadoVM 5.2 waits forever for the one to be done before the other.
          return Optional.of("one array stands for several, and is written");
        }
      }
    }
    return Optional.empty();
  }

  private void throwIfViolated(StagedExecution execution) throws DeviceException {
    int place = place(Objects.requireNonNull(launch.arguments()[launch.violation()]));
    if (place < arrays.size()) {
      NativeArray found = execution.array(place);
      int number = found.bytes().getInt(0);
      if (number != 0) {
        throw DeviceException.violated(number);
      }
    }
  }
}
