package dev.slipstream.tornado.binding;

import dev.slipstream.runtime.device.DeviceException;
import java.io.Serial;

/**
 * TornadoVM is missing, or one of its calls has failed. The message says what and why, for users.
 */
public final class TornadoException extends DeviceException {
  @Serial private static final long serialVersionUID = 1L;

  private final boolean mayHaveRun;

  /** Creates a failure without a cause. */
  public TornadoException(String message) {
    super(message);
    this.mayHaveRun = false;
  }

  /** Creates a failure with its cause. */
  public TornadoException(String message, Throwable cause) {
    super(message, cause);
    this.mayHaveRun = false;
  }

  private TornadoException(TornadoException failure) {
    super(String.valueOf(failure.getMessage()), failure);
    this.mayHaveRun = true;
  }

  /** Creates a failure of a run: its kernels may have run, completely or in part. */
  static TornadoException ofRun(TornadoException failure) {
    return new TornadoException(failure);
  }

  /** Whether kernels may have run; otherwise it is certain that none was started. */
  public boolean mayHaveRun() {
    return mayHaveRun;
  }
}
