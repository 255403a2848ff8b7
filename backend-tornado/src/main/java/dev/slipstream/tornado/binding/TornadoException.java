package dev.slipstream.tornado.binding;

import dev.slipstream.runtime.device.DeviceException;
import java.io.Serial;

/** TornadoVM is missing, or failed at something. The message says what and why, for users. */
public final class TornadoException extends DeviceException {
  @Serial private static final long serialVersionUID = 1L;

  /** A failure with nothing behind it. */
  public TornadoException(String message) {
    super(message);
  }

  /** A failure and what it came from. */
  public TornadoException(String message, Throwable cause) {
    super(message, cause);
  }
}
