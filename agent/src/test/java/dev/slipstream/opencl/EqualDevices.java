package dev.slipstream.opencl;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.driver.DeviceDiscovery;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.FaultInjection;
import dev.slipstream.opencl.kernel.BytecodeTranslator;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.DeviceEnvironment;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.DeviceMemory;
import dev.slipstream.runtime.device.Finding;
import dev.slipstream.runtime.device.PreparedKernel;
import dev.slipstream.runtime.device.SharingCost;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The first OpenCL device of this machine several times, each with its own memory and queues, so
 * that loops can be shared on a machine with one device. Sharing pays for loops of any size.
 */
public final class EqualDevices implements DeviceBackend {
  /**
   * The working devices, by their places. They stay open until the JVM ends, because PoCL reads its
   * library of functions for each context again, which takes as long as several kernels.
   */
  private static final Map<Integer, OpenClDevice> OPEN = new ConcurrentHashMap<>();

  private final int count;
  private final int refusing;
  private final FaultInjection faults;

  /**
   * @param count the number of devices
   */
  public EqualDevices(int count) {
    this(count, count);
  }

  /**
   * @param count the number of devices
   * @param refusing the place of one device that prepares no kernel
   */
  public EqualDevices(int count, int refusing) {
    this(count, refusing, FaultInjection.NONE);
  }

  private EqualDevices(int count, int refusing, FaultInjection faults) {
    this.count = count;
    this.refusing = refusing;
    this.faults = faults;
  }

  /**
   * Returns devices that refuse to start kernels that they have prepared.
   *
   * @param count the number of devices
   */
  public static EqualDevices startingNothing(int count) {
    return new EqualDevices(count, count, FaultInjection.LAUNCH);
  }

  @Override
  public String name() {
    return "opencl";
  }

  @Override
  public List<Device> open() throws DeviceException {
    OpenClBackend backend = new OpenClBackend();
    List<Device> real = backend.open();
    real.forEach(Device::close);
    if (real.isEmpty()) {
      return List.of();
    }
    try {
      List<Device> devices = new ArrayList<>();
      for (int place = 0; place < count; place++) {
        DeviceFacts facts = DeviceDiscovery.devices().get(0);
        boolean works = faults == FaultInjection.NONE;
        OpenClDevice device =
            works
                ? OPEN.computeIfAbsent(place, fresh -> device(fresh, facts))
                : device(place, facts);
        devices.add(new Equal(device, place == refusing, works));
      }
      return devices;
    } catch (ClException e) {
      throw new DeviceException("the devices could not be found again", e);
    }
  }

  private OpenClDevice device(int place, DeviceFacts facts) {
    return new OpenClDevice(
        name() + ":" + place,
        facts,
        new BytecodeTranslator(),
        faults,
        DeviceEnvironment.withoutCache(Log.none()));
  }

  @Override
  public List<Finding> diagnose() {
    return List.of();
  }

  /** Returns one of the devices. */
  private record Equal(OpenClDevice device, boolean isRefusing, boolean staysOpen)
      implements Device {
    @Override
    public String id() {
      return device.id();
    }

    @Override
    public String description() {
      return device.description();
    }

    @Override
    public PreparedKernel prepare(RangeKernel kernel) throws DeviceException {
      if (isRefusing) {
        throw new DeviceException("it refuses all kernels");
      }
      return device.prepare(kernel);
    }

    @Override
    public boolean keepsArrays() {
      return true;
    }

    @Override
    public long memoryBytes() {
      return device.memoryBytes();
    }

    @Override
    public long largestArrayBytes() {
      return device.largestArrayBytes();
    }

    @Override
    public DeviceMemory open(Runnable whenClosed) throws DeviceException {
      return device.open(whenClosed);
    }

    @Override
    public boolean sharesWith(Device other) {
      return other instanceof Equal equal && device.sharesWith(equal.device);
    }

    @Override
    public boolean sharesWithHost() {
      return device.sharesWithHost();
    }

    @Override
    public SharingCost sharingCost() {
      return SharingCost.NOTHING;
    }

    @Override
    public void close() {
      if (!staysOpen) {
        device.close();
      }
    }
  }
}
