package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.coherence.Repetition;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A launch that the host can run again on one thread. Keeps none of its long arrays. */
final class RepeatedLaunch implements Repetition {
  private final Launch launch;
  private final Sharing.EveryDevice kernel;
  private final DeferralListener listener;

  /**
   * @param launch on the arrays that were given at submission, in the order of its accesses
   * @param kernel its kernel
   * @param listener hears that the host has run it
   */
  RepeatedLaunch(Launch launch, Sharing.EveryDevice kernel, DeferralListener listener) {
    Object[] arguments = launch.arguments().clone();
    for (int p = 0; p < arguments.length; p++) {
      arguments[p] = weakly(arguments[p]);
    }
    this.launch = launch.on(arguments);
    this.kernel = kernel;
    this.listener = listener;
  }

  private static Object weakly(Object argument) {
    boolean isLong =
        argument instanceof Object[]
            || (argument.getClass().isArray()
                && Array.getLength(argument) >= HostArrays.LEAST_LENGTH);
    return isLong ? new WeakReference<>(argument) : argument;
  }

  @Override
  public List<ArrayAccess> accesses() {
    return launch.accesses();
  }

  @Override
  public void run(List<Object> arrays, String reason) throws DeviceException {
    HostKernel onHost =
        kernel.onHost().orElseThrow(() -> new DeviceException("the host cannot run it"));
    @Nullable Object[] arguments = launch.arguments().clone();
    for (int p = 0; p < arguments.length; p++) {
      if (arguments[p] instanceof WeakReference<?> array) {
        arguments[p] = array.get();
      }
    }
    for (int a = 0; a < arrays.size(); a++) {
      arguments[launch.accesses().get(a).parameter()] = arrays.get(a);
    }
    if (launch.isChecked()) {
      arguments[launch.violation()] = new int[1];
    }
    for (Object argument : arguments) {
      if (argument == null) {
        throw new DeviceException("an array whose length it asks for is gone");
      }
    }
    onHost.launch(launch.on(arguments));
    listener.ranOnHost(reason);
  }
}
