package dev.slipstream.runtime.communication;

import java.io.Serial;

/** Reports that nodes cannot communicate. The message says why, and what the user can do. */
public final class TransportException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** Creates an error without a cause. */
  public TransportException(String message) {
    super(message);
  }

  /** Creates an error with a cause. */
  public TransportException(String message, Throwable cause) {
    super(message, cause);
  }
}
