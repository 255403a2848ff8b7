package dev.slipstream.opencl.launch;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.opencl.kernel.BuiltKernel;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.PreparedKernel;
import org.jspecify.annotations.Nullable;

/**
 * A kernel that a device has built, with its source. The form for parts of arrays is built when it
 * is first needed: it is not if a device runs loops as a whole. Thread-safe.
 */
public final class OpenClKernel implements PreparedKernel {
  /** Builds a kernel for arrays whose buffers need not begin with their first elements. */
  @FunctionalInterface
  public interface PartsBuilder {
    /**
     * Builds it.
     *
     * @throws DeviceException if the device cannot
     */
    BuiltKernel build() throws DeviceException;
  }

  private final BuiltKernel built;
  private final RangeKernel source;
  private final PartsBuilder builder;
  private @Nullable BuiltKernel forParts;

  /**
   * @param built the kernel that the device runs
   * @param source the kernel from which it was built
   * @param builder builds the form for parts
   */
  public OpenClKernel(BuiltKernel built, RangeKernel source, PartsBuilder builder) {
    this.built = built;
    this.source = source;
    this.builder = builder;
  }

  /** The kernel that the device runs. */
  BuiltKernel built() {
    return built;
  }

  /** The kernel from which it was built. */
  RangeKernel source() {
    return source;
  }

  /**
   * The form for buffers that do not begin with the first elements of arrays.
   *
   * @throws DeviceException if it cannot be built
   */
  synchronized BuiltKernel forParts() throws DeviceException {
    BuiltKernel known = forParts;
    if (known == null) {
      known = builder.build();
      forParts = known;
    }
    return known;
  }
}
