package dev.slipstream.tornado.binding;

import dev.slipstream.runtime.device.DeviceException;
import java.io.Serial;

/**
 * TornadoVM is missing, or one of its calls has failed. The message says what and why, for users.
 */
public final class TornadoException extends DeviceException {
  @Serial private static final long serialVersionUID = 1L;

  /** Creates a failure without a cause. */
  public TornadoException(String message) {
    super(message);
  }

  /** Creates a failure with its cause. */
  public TornadoException(String message, Throwable cause) {
    super(message, cause);
  }
}
