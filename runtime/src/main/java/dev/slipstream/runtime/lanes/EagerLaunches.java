package dev.slipstream.runtime.lanes;

import dev.slipstream.model.kernel.ArrayAccess;
import dev.slipstream.model.kernel.KernelParameter;
import dev.slipstream.model.kernel.Launch;
import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceArray;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.device.HostKernel;
import dev.slipstream.runtime.device.KernelLaunch;
import dev.slipstream.runtime.device.LaunchResult;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.execution.StackSafeLock;
import dev.slipstream.runtime.transfer.ArrayPart;
import dev.slipstream.runtime.transfer.ElementsBefore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Launches on one device that the program waits for: arrays are copied to the device, and back to
 * the host before the program goes on. They use the device in the same way as the lanes for arrays
 * that stay. The session is opened for the first launch, and launches run one at a time.
 * Thread-safe.
 */
public final class EagerLaunches {
  private static final long MIB = 1L << 20;
  private static final DeviceArray NO_ARRAY = DeviceArray.untouched(0);

  private final Device device;
  private final StackSafeLock lock = new StackSafeLock();
  private final ElementsBefore.Memory olds = new ElementsBefore.Memory();
  private @Nullable DeviceSession session;

  /** Whether results of the current launch may be in the program's arrays. */
  private boolean downloading;

  /** Creates launches on a device, which closes their resources when it is closed itself. */
  public EagerLaunches(Device device) {
    this.device = device;
  }

  /**
   * Returns a kernel that can be launched on the program's arrays.
   *
   * @param kernel prepared by the device
   * @param source the kernel that it was prepared from
   */
  public HostKernel of(PreparedKernel kernel, RangeKernel source) {
    return kernel instanceof HostKernel host ? host : new Copying(kernel, source.parameters());
  }

  /** A kernel whose arrays are copied to the device and back. */
  private final class Copying implements HostKernel {
    private final PreparedKernel kernel;
    private final List<KernelParameter> parameters;

    Copying(PreparedKernel kernel, List<KernelParameter> parameters) {
      this.kernel = kernel;
      this.parameters = parameters;
    }

    @Override
    public Optional<String> obstacle(Launch launch) {
      return kernel.obstacle(launch);
    }

    @Override
    public LaunchResult launch(Launch launch) throws DeviceException {
      Optional<String> obstacle = obstacle(launch);
      if (obstacle.isPresent()) {
        throw new DeviceException(obstacle.get());
      }
      @Nullable EagerArray[] byParameter = new EagerArray[parameters.size()];
      List<EagerArray> arrays = arrays(parameters, launch, byParameter);
      lock.lock();
      try {
        DeviceSession open = session();
        if (!open.begin()) {
          throw open.hasBeenClosed();
        }
        try {
          return EagerLaunches.this.launch(open, kernel, launch, arrays, byParameter);
        } finally {
          open.end();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  private DeviceSession session() throws DeviceException {
    DeviceSession open = session;
    if (open == null) {
      open = new DeviceSession(device);
      session = open;
    }
    return open;
  }

  /**
   * Returns the arrays of a launch, each once, and stores each at the positions of its parameters.
   */
  private static List<EagerArray> arrays(
      List<KernelParameter> parameters, Launch launch, @Nullable EagerArray[] byParameter) {
    Object[] arguments = launch.arguments();
    List<EagerArray> arrays = new ArrayList<>();
    for (int p = 0; p < arguments.length; p++) {
      KernelParameter parameter = parameters.get(p);
      if (parameter.isArray()
          && !parameter.scratch()
          && arguments[p] != null
          && p != launch.violation()) {
        // There are few arrays, so a scan is faster than a map.
        for (EagerArray known : arrays) {
          if (known.array() == arguments[p]) {
            byParameter[p] = known;
          }
        }
        if (byParameter[p] == null) {
          byParameter[p] = new EagerArray(arguments[p]);
          arrays.add(byParameter[p]);
        }
      }
    }
    for (ArrayAccess access : launch.accesses()) {
      EagerArray array = byParameter[access.parameter()];
      if (array != null) {
        array.add(access);
      }
    }
    return arrays;
  }

  /**
   * Runs a kernel and copies the results back to the host. If memory runs out before any host array
   * has changed, frees idle memory and tries the launch once more.
   */
  private LaunchResult launch(
      DeviceSession open,
      PreparedKernel kernel,
      Launch launch,
      List<EagerArray> arrays,
      @Nullable EagerArray[] byParameter)
      throws DeviceException {
    requireRoom(device, arrays);
    downloading = false;
    try {
      try {
        return launchOnce(open, kernel, launch, arrays, byParameter);
      } catch (DeviceException full) {
        if (!full.isOutOfMemory() || hasStored(open) || !open.memory().trim()) {
          throw full;
        }
        return launchOnce(open, kernel, launch, arrays, byParameter);
      }
    } catch (Throwable failure) {
      // Errors are described too, so that the runtime learns whether something was already stored.
      throw described(failure, device.description(), hasStored(open));
    }
  }

  private boolean hasStored(DeviceSession open) {
    return downloading && open.downloads().hasStored();
  }

  /** Describes a failure of a launch for the runtime. */
  static DeviceException described(Throwable failure, String device, boolean stored) {
    if (!stored && failure instanceof DeviceException known) {
      if (known.violation() != 0) {
        return known;
      }
      if (known.isRefusal()) {
        return DeviceException.refusedAtLaunch(FailureReason.of(known), known);
      }
    }
    String what = "The launch on " + device + " failed: " + failure.getMessage();
    return stored
        ? DeviceException.afterPartialResults(
            what + "; a part of the results had been stored", failure)
        : new DeviceException(what, failure);
  }

  private LaunchResult launchOnce(
      DeviceSession open,
      PreparedKernel kernel,
      Launch launch,
      List<EagerArray> arrays,
      @Nullable EagerArray[] byParameter)
      throws DeviceException {
    boolean done = false;
    try {
      long bytesIn = 0;
      List<ArrayPart> uploads = new ArrayList<>();
      List<ArrayPart> downloads = new ArrayList<>();
      for (EagerArray array : arrays) {
        bytesIn += array.take(open, olds);
        array.upload().ifPresent(uploads::add);
        array.download().ifPresent(downloads::add);
      }
      bytesIn += open.uploads().run(uploads, /* toDevice= */ true);
      long began = System.nanoTime();
      open.launch(
          new KernelLaunch(
              kernel,
              launch,
              onDevice(open, launch, byParameter),
              /* shared= */ false,
              /* followed= */ false));
      int violation = open.awaitViolation();
      long nanos = System.nanoTime() - began;
      if (violation != 0) {
        throw DeviceException.violated(violation);
      }
      downloading = true;
      long bytesOut = open.downloads().run(downloads, /* toDevice= */ false);
      done = true;
      return new LaunchResult(nanos, 1, bytesIn, bytesOut);
    } finally {
      if (!done) {
        // A kernel may still use the memory that is about to be freed.
        DeviceSession.release(open::awaitLaunches);
      }
      olds.giveAllBack();
      for (EagerArray array : arrays) {
        array.giveBack(open);
      }
    }
  }

  /** The arguments of the kernel, in the order of its parameters. */
  private static List<DeviceArray> onDevice(
      DeviceSession open, Launch launch, @Nullable EagerArray[] byParameter)
      throws DeviceException {
    DeviceArray[] all = new DeviceArray[byParameter.length];
    for (int p = 0; p < all.length; p++) {
      EagerArray array = byParameter[p];
      all[p] = array == null ? NO_ARRAY : array.onDevice();
    }
    if (launch.isChecked()) {
      all[launch.violation()] = open.violation();
    }
    return Arrays.asList(all);
  }

  /**
   * Rejects a launch whose arrays cannot fit the device, before anything is copied.
   *
   * @throws DeviceException if one of the arrays, or all together, are too large
   */
  static void requireRoom(Device device, List<EagerArray> arrays) throws DeviceException {
    long sum = 0;
    for (EagerArray array : arrays) {
      long bytes = array.accessed() ? array.bytes() : 0;
      if (bytes > device.largestArrayBytes()) {
        throw new DeviceException(
            String.format(
                Locale.ROOT,
                "An array of %,d MiB is larger than the largest buffer of %s (%,d MiB)",
                bytes / MIB,
                device.description(),
                device.largestArrayBytes() / MIB));
      }
      sum += bytes;
    }
    if (sum > device.memoryBytes()) {
      throw new DeviceException(
          String.format(
              Locale.ROOT,
              "The arrays need %,d MiB, more than the memory of %s (%,d MiB)",
              sum / MIB,
              device.description(),
              device.memoryBytes() / MIB));
    }
  }
}
