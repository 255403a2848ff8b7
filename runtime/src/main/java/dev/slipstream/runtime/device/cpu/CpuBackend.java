package dev.slipstream.runtime.device.cpu;

import dev.slipstream.runtime.device.Device;
import dev.slipstream.runtime.device.DeviceBackend;
import dev.slipstream.runtime.device.Finding;
import java.util.List;

/** The backend of the single device {@code cpu}. */
public final class CpuBackend implements DeviceBackend {
  /** The backend's name and its device's id. */
  public static final String NAME = "cpu";

  private final int threads;

  /** Creates a backend whose device has one thread for each available processor. */
  public CpuBackend() {
    this(Runtime.getRuntime().availableProcessors());
  }

  /**
   * @param threads the threads of the device, including the calling one; 1 or more
   * @throws IllegalArgumentException if there are fewer
   */
  public CpuBackend(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be 1 or more: " + threads);
    }
    this.threads = threads;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Device> open() {
    return List.of(new CpuDevice(threads, LargestMethod.MOST_COMPILED));
  }

  @Override
  public List<Finding> diagnose() {
    return List.of(new Finding(NAME, "–", CpuDevice.describe(threads), true));
  }
}
