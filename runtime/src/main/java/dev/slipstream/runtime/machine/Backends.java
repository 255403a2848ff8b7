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

/** Finds the backends that a class loader knows. */
public final class Backends {
  /** An unreadable list of services fails again at each step. */
  private static final int MOST_FAILURES = 8;

  private Backends() {}

  /**
   * The backends found through {@link ServiceLoader}, and last the CPU's, which is always there. A
   * backend that cannot be loaded is left out with a warning.
   *
   * @param loader where backends are looked for
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
