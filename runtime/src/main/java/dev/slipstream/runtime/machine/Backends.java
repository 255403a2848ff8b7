package dev.slipstream.runtime.machine;

import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.FailureReason;
import dev.slipstream.runtime.device.cpu.CpuBackend;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Finds the backends that a class loader provides. */
public final class Backends {
  /** If a list of services is unreadable, each step of the iteration fails again. */
  private static final int MOST_FAILURES = 8;

  private Backends() {}

  /**
   * Returns the backends found through {@link ServiceLoader}, followed by the CPU's, which always
   * exists. A backend that cannot be loaded is left out with a warning.
   *
   * @param loader the loader of the backends
   * @param cpuThreads the threads of the CPU device
   */
  public static List<DeviceBackend> find(ClassLoader loader, int cpuThreads, Log log) {
    List<DeviceBackend> found = new ArrayList<>();
    Backends.class.getModule().addUses(DeviceBackend.class);
    Iterator<DeviceBackend> backends = ServiceLoader.load(DeviceBackend.class, loader).iterator();
    int failures = 0;
    while (failures < MOST_FAILURES) {
      try {
        if (!backends.hasNext()) {
          break;
        }
        DeviceBackend backend = backends.next();
        if (!(backend instanceof CpuBackend)) {
          found.add(backend);
        }
      } catch (ServiceConfigurationError | LinkageError broken) {
        failures++;
        log.warn("a device backend cannot be loaded and is left out: " + FailureReason.of(broken));
        log.debug(() -> "a device backend cannot be loaded", broken);
      }
    }
    found.add(new CpuBackend(cpuThreads));
    return found;
  }
}
