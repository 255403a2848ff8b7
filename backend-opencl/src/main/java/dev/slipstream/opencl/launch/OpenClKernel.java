package dev.slipstream.opencl.launch;

import dev.slipstream.model.kernel.RangeKernel;
import dev.slipstream.opencl.kernel.BuiltKernel;
import dev.slipstream.runtime.device.DeviceException;
import dev.slipstream.runtime.device.PreparedKernel;
import org.jspecify.annotations.Nullable;

/**
 * A kernel that a device has built, and what it was built from. Its form for parts of arrays is
 * built when it is needed for the first time: a device that has loops to itself does without.
 * Thread-safe.
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
   * @param built what the device runs
   * @param source what it was built from
   * @param builder builds the form for parts
   */
  public OpenClKernel(BuiltKernel built, RangeKernel source, PartsBuilder builder) {
    this.built = built;
    this.source = source;
    this.builder = builder;
  }

  /** What the device runs. */
  BuiltKernel built() {
    return built;
  }

  /** What it was built from. */
  RangeKernel source() {
    return source;
  }

  /**
   * What the device runs where buffers do not begin with the first elements of arrays.
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
