package dev.slipstream.tornado;

import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.DeviceEnvironment;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DriverCalls;
import dev.slipstream.runtime.device.Finding;
import dev.slipstream.tornado.binding.ProgramClasses;
import dev.slipstream.tornado.binding.Target;
import dev.slipstream.tornado.binding.TornadoApi;
import dev.slipstream.tornado.binding.TornadoException;
import dev.slipstream.tornado.kernel.Facts;
import dev.slipstream.tornado.kernel.KernelGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds the devices of TornadoVM if the JVM was started with it; otherwise finds none and reports
 * nothing.
 */
public final class TornadoBackend implements DeviceBackend {
  private final ClassLoader programs;
  private final DriverCalls calls;

  /** Creates the backend for the service loader. */
  public TornadoBackend() {
    this(ClassLoader.getSystemClassLoader());
  }

  TornadoBackend(ClassLoader programs) {
    this(programs, DriverCalls.find(TornadoBackend.class.getClassLoader()));
  }

  TornadoBackend(ClassLoader programs, DriverCalls calls) {
    this.programs = programs;
    this.calls = calls;
  }

  @Override
  public String name() {
    return "tornado";
  }

  @Override
  public List<Device> open() throws DeviceException {
    return open(DeviceEnvironment.withoutCache(Log.none()));
  }

  @Override
  public List<Device> open(DeviceEnvironment environment) throws DeviceException {
    if (!TornadoApi.isVisible(programs)) {
      return List.of();
    }
    try {
      return open(ProgramClasses.on(environment.jvm(), programs), environment.log());
    } catch (TornadoException e) {
      throw asDeviceException(e);
    }
  }

  List<Device> open(ProgramClasses classes, Log log) throws TornadoException {
    TornadoApi api = TornadoApi.bind(programs, calls);
    String packageName = "slipstream.tornado.s" + Long.toHexString(System.nanoTime());
    List<Device> devices = new ArrayList<>();
    List<Target> targets = api.devices();
    boolean anyAccelerator = targets.stream().anyMatch(target -> !target.processor());
    for (Target target : targets) {
      Optional<Facts> facts = Facts.of(target.backend(), api.version());
      if (facts.isEmpty()) {
        log.info(
            () ->
                target.name()
                    + " is not used: what TornadoVM's backend "
                    + target.backend()
                    + " compiles wrongly is not known");
        continue;
      }
      String id = name() + ":" + devices.size();
      KernelGenerator generator =
          new KernelGenerator(packageName + "d" + devices.size(), facts.get());
      // Other devices than the processor are preferred, even if only OpenCL computes exactly on it.
      boolean onlyWhenNamed =
          !facts.get().isExactOn(target.platform()) || (target.processor() && anyAccelerator);
      try {
        devices.add(
            new TornadoDevice(id, api, target, generator, facts.get(), classes, onlyWhenNamed));
      } catch (TornadoException unknown) {
        log.info(() -> target.name() + " is not used: " + unknown.getMessage());
      }
    }
    if (devices.isEmpty() && !targets.isEmpty()) {
      String backends =
          targets.stream().map(Target::backend).distinct().collect(Collectors.joining(" and "));
      throw new TornadoException(
          "TornadoVM "
              + api.version()
              + " has devices of "
              + backends
              + " only, and what they compile wrongly is not known: install it with OpenCL");
    }
    return devices;
  }

  /** Starting TornadoVM takes two to six seconds, and each kernel some tenths of a second. */
  @Override
  public Duration worthOpeningAfter(int cores) {
    return TornadoApi.isVisible(programs) ? Duration.ofSeconds(2) : Duration.ZERO;
  }

  @Override
  public List<Finding> diagnose() {
    return new TornadoDoctor(System.getenv(), programs, Runtime.version().feature()).findings();
  }

  static DeviceException asDeviceException(TornadoException e) {
    return new DeviceException(Objects.requireNonNullElse(e.getMessage(), e.toString()), e);
  }
}
