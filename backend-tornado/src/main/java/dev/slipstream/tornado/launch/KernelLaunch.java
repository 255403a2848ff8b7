package dev.slipstream.tornado.launch;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.LaunchResult;
import dev.slipstream.runtime.kernel.ArrayAccess;
import dev.slipstream.runtime.kernel.IterationSpace;
import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.tornado.binding.NativeArray;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.ArgumentLayout;
import dev.slipstream.tornado.kernel.ElementKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * One launch: arrays are copied to memory outside the heap, TornadoVM copies them to the device,
 * runs the kernel and copies the results back there, and only then they are stored in the host's
 * arrays.
 */
public final class KernelLaunch {
  private final KernelExecutions executions;
  private final Launch launch;
  private final ArgumentLayout layout;
  private final List<StagedArray> arrays = new ArrayList<>();
  private final List<Integer> places = new ArrayList<>();

  /** A launch of a kernel with such executions. */
  public KernelLaunch(KernelExecutions executions, Launch launch) {
    this.executions = executions;
    this.launch = launch;
    this.layout = executions.kernel().layout();
    for (int parameter : layout.arrays()) {
      Object array = launch.arguments()[parameter];
      int place = place(array);
      if (place == arrays.size()) {
        String descriptor = layout.parameters().get(parameter).descriptor();
        arrays.add(new StagedArray(array, ElementKind.ofArray(descriptor)));
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
    requireRunnable();
    StagedExecution execution = executions.of(arrays, places);
    passScalars(execution);
    for (int a = 0; a < arrays.size(); a++) {
      arrays.get(a).load(execution.array(a));
    }
    long began = System.nanoTime();
    execution.run(Grid.over(launch.space()));
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

  /**
   * TornadoVM is asked for nothing in launches that it cannot do: others of the kernel may work.
   */
  private void requireRunnable() throws DeviceException {
    IterationSpace space = launch.space();
    for (int d = 0; d < space.dimensions(); d++) {
      if (space.count(d) > Grid.MOST) {
        throw new DeviceException("it has more than " + Grid.MOST + " iterations");
      }
    }
    for (StagedArray array : arrays) {
      if (!StagedArray.fits(array.length(), array.kind())) {
        throw new DeviceException("an array of more than 2 GiB is not passed to TornadoVM");
      }
    }
    for (int place = 0; place < arrays.size(); place++) {
      if (arrays.get(place).isOutput() && Collections.frequency(places, place) > 1) {
        // TornadoVM 5.2 waits forever for the one to be done before the other.
        throw new DeviceException("one array stands for several, and is written");
      }
    }
  }

  private void passScalars(StagedExecution execution) {
    ByteBuffer ints = execution.scalars(ElementKind.INT).bytes();
    IterationSpace space = launch.space();
    for (int d = 0; d < space.dimensions(); d++) {
      int place = ArgumentLayout.PER_DIMENSION * d;
      ints.putInt(4 * place, space.start(d));
      ints.putInt(4 * (place + 1), space.step(d));
      ints.putInt(4 * (place + 2), space.count(d));
    }
    for (int p = 0; p < layout.parameters().size(); p++) {
      Object argument = launch.arguments()[p];
      if (layout.parameters().get(p).isArray()) {
        int length = argument == null ? 0 : ElementCopies.length(argument);
        ints.putInt(4 * layout.place(p), length);
      } else {
        ElementKind kind = ElementKind.ofScalar(layout.parameters().get(p).descriptor());
        ElementCopies.put(kind, layout.place(p), argument, execution.scalars(kind).bytes());
      }
    }
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
