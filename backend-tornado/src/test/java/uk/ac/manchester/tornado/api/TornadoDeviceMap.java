package uk.ac.manchester.tornado.api;

import java.util.ArrayList;
import java.util.List;
import uk.ac.manchester.tornado.api.common.TornadoDevice;
import uk.ac.manchester.tornado.api.enums.TornadoDeviceType;
import uk.ac.manchester.tornado.api.enums.TornadoVMBackendType;

/** The available devices, of backends that are known and of one that is not. */
public class TornadoDeviceMap {
  /** The name of the platform whose driver the devices seem to have. */
  public static volatile String platform = "the JVM";

  /** The name that PTX's device seems to have. */
  public static volatile TornadoDeviceType ptx = TornadoDeviceType.CPU;

  /** The number of devices of each backend, all of one model. */
  public static volatile int each = 1;

  /** The backends that exist. */
  public static final List<TornadoVMBackendType> USUAL =
      List.of(TornadoVMBackendType.SPIRV, TornadoVMBackendType.OPENCL, TornadoVMBackendType.PTX);

  /** Returns the backends that exist now. */
  public static volatile List<TornadoVMBackendType> backends = USUAL;

  /** Returns the backends. */
  public List<TornadoBackend> getAllBackends() {
    return backends.stream().<TornadoBackend>map(Backend::new).toList();
  }

  /** A backend with its devices. */
  public record Backend(TornadoVMBackendType type) implements TornadoBackend {
    @Override
    public TornadoVMBackendType getBackendType() {
      return type;
    }

    @Override
    public List<TornadoDevice> getAllDevices() {
      List<TornadoDevice> devices = new ArrayList<>();
      for (int place = 0; place < each; place++) {
        devices.add(new Device(type, place));
      }
      return devices;
    }
  }

  /**
   * The JVM as a device.
   *
   * @param place its place among those of its backend
   */
  public record Device(TornadoVMBackendType backend, int place)
      implements TornadoDevice, TornadoTargetDevice {
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
