package dev.slipstream.tornado.binding;

import java.io.Serial;

/** TornadoVM is missing, or failed at something. The message says what and why, for users. */
public final class TornadoException extends Exception {
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
