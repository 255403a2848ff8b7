package dev.slipstream.runtime.device;

import dev.slipstream.model.kernel.IterationSpace;
import java.io.Serial;
import java.util.List;

/** A device has not started some iterations of a kernel. The others run, or will. */
public final class RefusedLaunchException extends DeviceException {
  @Serial private static final long serialVersionUID = 1L;

  private final transient List<IterationSpace> iterations;
  private final boolean lasting;

  /**
   * @param iterations those that were not started
   * @param cause what the device said
   * @param lasting whether it will never run the kernel
   */
  public RefusedLaunchException(List<IterationSpace> iterations, Exception cause, boolean lasting) {
    super(String.valueOf(cause.getMessage()), cause);
    this.iterations = List.copyOf(iterations);
    this.lasting = lasting;
  }

  /** The iterations that were not started. */
  public List<IterationSpace> iterations() {
    return iterations;
  }

  @Override
  public boolean isRefusal() {
    return lasting;
  }
}
