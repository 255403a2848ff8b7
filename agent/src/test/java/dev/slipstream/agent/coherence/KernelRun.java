package dev.slipstream.agent.coherence;

import dev.slipstream.runtime.device.LaunchResult;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.kernel.IterationSpace;
import dev.slipstream.runtime.kernel.Launch;
import dev.slipstream.runtime.kernel.RangeKernel;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** A kernel that is run from its class file; launched at once, on the arrays that it is given. */
final class KernelRun implements PreparedKernel {
  private final PreparedKernel atOnce;
  private final MethodHandle run;

  /**
   * @param atOnce launches it on the host's arrays
   */
  KernelRun(RangeKernel kernel, PreparedKernel atOnce) {
    this.atOnce = atOnce;
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
  public LaunchResult launch(Launch launch) throws dev.slipstream.runtime.device.DeviceException {
    return atOnce.launch(launch);
  }

  /** Runs all iterations on these arguments. */
  void run(IterationSpace space, Object[] arguments) {
    int[] bounds = new int[2 * space.dimensions()];
    for (int d = 0; d < space.dimensions(); d++) {
      bounds[2 * d] = space.start(d);
      bounds[2 * d + 1] = space.value(d, space.count(d));
    }
    try {
      run.invokeExact(bounds, arguments);
    } catch (Throwable thrown) {
      throw new AssertionError("a kernel threw", thrown);
    }
  }

  private static final class Loader extends ClassLoader {
    Class<?> define(String name, byte[] classFile) {
      return defineClass(name, classFile, 0, classFile.length);
    }
  }
}
