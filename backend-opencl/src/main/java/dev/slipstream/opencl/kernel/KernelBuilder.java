package dev.slipstream.opencl.kernel;

import dev.slipstream.opencl.cache.BinaryCache;
import dev.slipstream.opencl.cache.CacheKey;
import dev.slipstream.opencl.driver.ClException;
import dev.slipstream.opencl.driver.DeviceFacts;
import dev.slipstream.opencl.driver.FaultInjection;
import dev.slipstream.opencl.driver.MappingRoom;
import dev.slipstream.opencl.driver.ProgramBinary;
import dev.slipstream.runtime.Version;
import dev.slipstream.runtime.configuration.Log;
import dev.slipstream.runtime.device.BuildListener;
import dev.slipstream.runtime.device.DeviceEnvironment;
import dev.slipstream.runtime.device.DeviceException;
import java.util.List;
import java.util.Optional;

/**
 * Builds kernels for one device, or loads the build results of earlier runs. If a result cannot be
 * loaded, it builds the kernel from its text. Not thread-safe.
 */
public final class KernelBuilder {
  private final DeviceFacts device;
  private final FaultInjection faults;
  private final Optional<BinaryCache> cache;
  private final BuildListener builds;
  private final Log log;
  private final BuildWatch watch;
  private final MappingRoom room;

  /**
   * @param environment keeps built kernels, and counts them
   */
  public KernelBuilder(DeviceFacts device, FaultInjection faults, DeviceEnvironment environment) {
    this.device = device;
    this.faults = faults;
    this.room = MappingRoom.of(device);
    this.builds = environment.builds();
    this.log = environment.log();
    this.watch = new BuildWatch(device.name(), log);
    long mostBytes = environment.cache().mostBytes();
    this.cache = environment.cache().folder().map(f -> new BinaryCache(f, mostBytes, log));
  }

  /**
   * Builds or loads a kernel.
   *
   * @param context an OpenCL context of the device
   * @throws DeviceException if the device lacks something or its compiler rejects the text
   * @throws ClException if OpenCL fails otherwise
   */
  public BuiltKernel build(long context, KernelText text) throws DeviceException, ClException {
    String options = DeviceNeeds.buildOptions(text, device);
    Optional<String> shortage = room.shortage();
    if (shortage.isPresent()) {
      throw new DeviceException(shortage.get());
    }
    BuildWatch.Watched build = watch.begin(text.kernelName());
    try {
      return build(context, text, options);
    } finally {
      build.close();
    }
  }

  private BuiltKernel build(long context, KernelText text, String options)
      throws DeviceException, ClException {
    if (cache.isEmpty()) {
      return BuiltKernel.compile(context, device, text, options);
    }
    CacheKey key = key(text, options);
    Optional<byte[]> binary = cache.get().find(key);
    if (binary.isPresent()) {
      try {
        byte[] given = faults.cachedBinary(binary.get());
        BuiltKernel loaded = BuiltKernel.load(context, device, given, text, options);
        builds.fromCache();
        return loaded;
      } catch (DeviceException | RuntimeException refused) {
        log.debug(() -> device.name() + " does not accept a kernel that was built before", refused);
        cache.get().delete(key);
      }
    }
    BuiltKernel built = BuiltKernel.compile(context, device, text, options);
    builds.built();
    keep(cache.get(), key, built);
    return built;
  }

  private void keep(BinaryCache kept, CacheKey key, BuiltKernel built) {
    try {
      byte[] binary = ProgramBinary.of(built.program());
      if (binary.length > 0) {
        kept.store(key, binary);
      }
    } catch (ClException | RuntimeException | OutOfMemoryError unable) {
      // The kernel is usable nevertheless; the next run builds it again.
      log.debug(() -> device.name() + " does not hand out a built kernel", unable);
    }
  }

  /** The key of all inputs that determine the driver's build result. */
  private CacheKey key(KernelText text, String options) {
    return CacheKey.of(
        List.of(
            text.text(),
            options,
            device.name(),
            device.driverVersion(),
            device.platformName(),
            device.platformVersion(),
            Version.text()));
  }
}
