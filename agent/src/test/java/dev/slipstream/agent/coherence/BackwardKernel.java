package dev.slipstream.agent.coherence;

import dev.slipstream.model.kernel.IterationSpace;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.LaunchResult;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.List;

/**
 * A kernel that runs from its class file, immediately and on the given arrays. Its iterations run
 * backwards. So loops whose iterations depend on each other give other values than in the program,
 * as they may on a GPU.
 */
final class BackwardKernel implements HostKernel {
  private final HostKernel immediate;
  private final MethodHandle run;

  /**
   * @param immediate launches the kernel on the host's arrays
   */
  BackwardKernel(RangeKernel kernel, HostKernel immediate) {
    this.immediate = immediate;
    Class<?> type = new Loader().define(kernel.className(), kernel.classFile());
    try {
      run =
          MethodHandles.publicLookup()
              .findStatic(
                  type, "run", MethodType.methodType(void.class, int[].class, Object[].class));
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public LaunchResult launch(Launch launch) throws DeviceException {
    List<Object> written = written(launch);
    List<Object> before = written.stream().map(Elements::copyOf).toList();
    LaunchResult result = new LaunchResult(0, 0, 0, 0);
    try {
      for (IterationSpace iteration : Backwards.of(launch.space())) {
        result = immediate.launch(launch.over(iteration));
      }
    } catch (DeviceException violated) {
      for (int k = 0; k < before.size(); k++) {
        Object array = written.get(k);
        Elements.copy(before.get(k), 0, array, 0, Array.getLength(array));
      }
      throw violated;
    }
    return result;
  }

  /** Returns the program's arrays that the kernel writes. */
  private static List<Object> written(Launch launch) {
    return launch.accesses().stream()
        .filter(access -> access.writes() && access.parameter() != launch.violation())
        .map(access -> launch.arguments()[access.parameter()])
        .toList();
  }

  /** Runs all iterations on these arguments. */
  void run(IterationSpace space, Object[] arguments) {
    try {
      for (IterationSpace iteration : Backwards.of(space)) {
        run.invokeExact(bounds(iteration), arguments);
      }
    } catch (Throwable thrown) {
      throw new AssertionError("a kernel threw", thrown);
    }
  }

  private static int[] bounds(IterationSpace space) {
    int[] bounds = new int[2 * space.dimensions()];
    for (int d = 0; d < space.dimensions(); d++) {
      bounds[2 * d] = space.start(d);
      bounds[2 * d + 1] = space.value(d, space.count(d));
    }
    return bounds;
  }

  private static final class Loader extends ClassLoader {
    Class<?> define(String name, byte[] classFile) {
      return defineClass(name, classFile, 0, classFile.length);
    }
  }
}
