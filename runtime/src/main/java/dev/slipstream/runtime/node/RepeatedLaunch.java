package dev.slipstream.runtime.node;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.IterationChunk;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.coherence.HostArrays;
import dev.slipstream.runtime.coherence.Repetition;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.HostKernel;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A launch that can be run again on this node. Does not keep its long arrays alive. */
final class RepeatedLaunch implements Repetition {
  private final Launch launch;
  private final Sharing.EveryDevice kernel;
  private final Optional<DividedLaunch> divided;
  private final Optional<DeferralListener> listener;

  /**
   * @param launch on the arrays that were given at submission, in the order of its accesses
   * @param kernel its kernel
   * @param divided how devices share it; empty if one runs it as a whole
   * @param listener is notified that the host has run it after its devices have failed; if empty,
   *     other nodes have failed, and this node's devices run it
   */
  RepeatedLaunch(
      Launch launch,
      Sharing.EveryDevice kernel,
      Optional<DividedLaunch> divided,
      Optional<DeferralListener> listener) {
    Object[] arguments = launch.arguments().clone();
    for (int p = 0; p < arguments.length; p++) {
      arguments[p] = weakly(arguments[p]);
    }
    this.launch = launch.on(arguments);
    this.kernel = kernel;
    this.divided = divided;
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
  public List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    for (int chunk = 0; divided.isPresent() && chunk < divided.get().chunks(); chunk++) {
      parts.add(new DevicePart(divided.get(), chunk));
    }
    return parts;
  }

  /** What one device has run. */
  private final class DevicePart implements Part {
    private final DividedLaunch all;
    private final int chunk;

    DevicePart(DividedLaunch all, int chunk) {
      this.all = all;
      this.chunk = chunk;
    }

    @Override
    public Region reads(int use) {
      Region reads = all.reads(use, chunk);
      boolean writesAll = accesses().get(use).writesAll() && !all.isJoined(use);
      return writesAll ? reads : reads.union(writes(use));
    }

    @Override
    public Region writes(int use) {
      return all.writes(use, chunk);
    }

    @Override
    public void run(List<Object> arrays, String reason) throws DeviceException {
      Launch part = IterationChunk.of(launch, all.loops(), all.boxes().get(chunk));
      RepeatedLaunch.this.run(part, arrays, reason);
    }
  }

  @Override
  public void run(List<Object> arrays, String reason) throws DeviceException {
    run(launch, arrays, reason);
  }

  private void run(Launch repeated, List<Object> arrays, String reason) throws DeviceException {
    @Nullable Object[] arguments = repeated.arguments().clone();
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
        throw new DeviceException("an array whose length it needs was collected");
      }
    }
    run(repeated.on(arguments));
    if (listener.isPresent()) {
      listener.get().ranOnHost(reason);
    }
  }

  private void run(Launch repeated) throws DeviceException {
    List<HostKernel> ways =
        listener.isPresent() ? kernel.onHost().map(List::of).orElse(List.of()) : kernel.immediate();
    DeviceException failure = new DeviceException("the host cannot run it");
    for (HostKernel way : ways) {
      try {
        way.launch(repeated);
        return;
      } catch (DeviceException failed) {
        if (failed.hostArraysChanged()) {
          throw failed;
        }
        failure = failed;
      }
    }
    throw failure;
  }
}
