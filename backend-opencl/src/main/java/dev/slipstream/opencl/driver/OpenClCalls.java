package dev.slipstream.opencl.driver;

import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DriverCalls;
import java.util.List;

/**
 * Keeps the virtual machine's signal handlers in place while other code calls OpenCL's drivers.
 * Without OpenCL it does nothing. Thread-safe.
 */
public final class OpenClCalls implements DriverCalls {
  private static final List<String> NAMES = List.of("libOpenCL.so.1", "libOpenCL.so");

  /** Shared by all instances: the library is loaded once. */
  private static final class Library {
    static final boolean IS_THERE = isThere();

    private static boolean isThere() {
      try {
        OpenClLibrary.load(NAMES);
        return true;
      } catch (DeviceException | LinkageError | RuntimeException missing) {
        return false;
      }
    }
  }

  @Override
  public void begin() {
    if (Library.IS_THERE) {
      SignalHandlers.note();
    }
  }

  @Override
  public void end() {
    if (Library.IS_THERE) {
      SignalHandlers.putBack();
    }
  }
}
