package dev.slipstream.runtime.device;

import dev.slipstream.model.kernel.IterationSpace;
import java.io.Serial;
import java.util.List;

/** Reports that a device has not started some iterations of a kernel. The others run, or will. */
public final class RefusedLaunchException extends DeviceException {
  @Serial private static final long serialVersionUID = 1L;

  private final transient List<IterationSpace> iterations;
  private final boolean lasting;
  private final boolean mayHaveRun;

  /**
   * @param iterations those that were not started
   * @param cause the device's reason
   * @param lasting whether it will never run the kernel
   */
  public RefusedLaunchException(List<IterationSpace> iterations, Exception cause, boolean lasting) {
    this(iterations, cause, lasting, /* mayHaveRun= */ false);
  }

  private RefusedLaunchException(
      List<IterationSpace> iterations, Exception cause, boolean lasting, boolean mayHaveRun) {
    super(String.valueOf(cause.getMessage()), cause);
    this.iterations = List.copyOf(iterations);
    this.lasting = lasting;
    this.mayHaveRun = mayHaveRun;
  }

  /**
   * Creates an exception for iterations that the device reports as not started, although they may
   * have run to their end.
   *
   * @param cause the device's reason
   */
  public static RefusedLaunchException unclear(List<IterationSpace> iterations, Exception cause) {
    return new RefusedLaunchException(
        iterations, cause, /* lasting= */ false, /* mayHaveRun= */ true);
  }

  /**
   * Whether the iterations may have run all the same, so that they may run again only if they do
   * not read what they write.
   */
  public boolean mayHaveRun() {
    return mayHaveRun;
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
