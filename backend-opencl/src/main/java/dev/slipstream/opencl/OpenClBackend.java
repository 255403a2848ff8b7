package dev.slipstream.opencl;

import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.driver.DeviceDiscovery;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.FaultInjection;
import dev.slipstream.opencl.driver.NvidiaDriver;
import dev.slipstream.opencl.driver.OpenClLibrary;
import dev.slipstream.opencl.driver.SignalHandlers;
import dev.slipstream.opencl.kernel.BytecodeTranslator;
import dev.slipstream.opencl.kernel.KernelTranslator;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.DeviceEnvironment;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.Finding;
import dev.slipstream.runtime.machine.GpuFiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Brings the OpenCL devices of this machine: GPUs first, then accelerators, then CPUs. */
public final class OpenClBackend implements DeviceBackend {
  private final KernelTranslator translator;

  /** Creates the backend, for the service loader. */
  public OpenClBackend() {
    this(new BytecodeTranslator());
  }

  OpenClBackend(KernelTranslator translator) {
    this.translator = translator;
  }

  @Override
  public String name() {
    return "opencl";
  }

  @Override
  public List<Device> open() throws DeviceException {
    return open(DeviceEnvironment.withoutCache(Log.none()));
  }

  @Override
  public List<Device> open(DeviceEnvironment environment) throws DeviceException {
    FaultInjection faults = FaultInjection.fromSystemProperties();
    List<Device> devices = new ArrayList<>();
    for (DeviceFacts facts : find(faults)) {
      if (facts.usable()) {
        devices.add(
            new OpenClDevice("opencl:" + devices.size(), facts, translator, faults, environment));
      }
    }
    return devices;
  }

  /**
   * On an H200 a driver needs 0.2 to 0.5 s of another thread, and a first kernel as long. Two busy
   * cores lose almost a second by that. A driver for the processor takes its cores from the program
   * in any case, and loops gain less there.
   */
  @Override
  public Duration worthOpeningAfter(int cores) {
    long millis = cores <= 2 ? 2000 : 750;
    return Duration.ofMillis(GpuFiles.mayExist() ? millis : 3000);
  }

  @Override
  public List<Finding> diagnose() {
    return new OpenClDoctor(new NvidiaDriver()).findings(() -> find(FaultInjection.NONE));
  }

  private static List<DeviceFacts> find(FaultInjection faults) throws DeviceException {
    try {
      OpenClLibrary.load(
          List.of(faults.libraryName("libOpenCL.so.1"), faults.libraryName("libOpenCL.so")));
      SignalHandlers.note();
      try {
        return DeviceDiscovery.devices();
      } finally {
        SignalHandlers.putBack();
      }
    } catch (ClException | LinkageError | RuntimeException e) {
      throw new DeviceException(
          "OpenCL is installed but does not work: "
              + e.getMessage()
              + ". Run clinfo, and reinstall the driver with which it fails",
          e);
    }
  }
}
