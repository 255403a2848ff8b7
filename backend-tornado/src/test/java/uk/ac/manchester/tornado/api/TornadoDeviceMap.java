package uk.ac.manchester.tornado.api;

import java.util.List;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;

/** The one device that there is, of a backend that is known and of one that is not. */
public class TornadoDeviceMap {
  /** Whose driver the devices seem to have. */
  public static volatile String platform = "the JVM";

  /** What the device of PTX seems to be. */
  public static volatile TornadoDeviceType ptx = TornadoDeviceType.CPU;

  /** The backends. */
  public List<TornadoBackend> getAllBackends() {
    return List.of(
        new Backend(TornadoVMBackendType.SPIRV),
        new Backend(TornadoVMBackendType.OPENCL),
        new Backend(TornadoVMBackendType.PTX));
  }

  /** A backend with one device. */
  public record Backend(TornadoVMBackendType type) implements TornadoBackend {
    @Override
    public TornadoVMBackendType getBackendType() {
      return type;
    }

    @Override
    public List<TornadoDevice> getAllDevices() {
      return List.of(new Device(type));
    }
  }

  /** The JVM as a device. */
  public record Device(TornadoVMBackendType backend) implements TornadoDevice, TornadoTargetDevice {
    @Override
    public String getDeviceName() {
      return "this JVM";
    }

    @Override
    public String getPlatformName() {
      return platform;
    }

    @Override
    public TornadoDeviceType getDeviceType() {
      return backend == TornadoVMBackendType.PTX ? ptx : TornadoDeviceType.CPU;
    }

    @Override
    public TornadoTargetDevice getPhysicalDevice() {
      return this;
    }

    @Override
    public long getDeviceGlobalMemorySize() {
      return StandInMemory.MOST;
    }

    @Override
    public long getDeviceMaxAllocationSize() {
      return StandInMemory.MOST / 4;
    }
  }
}
