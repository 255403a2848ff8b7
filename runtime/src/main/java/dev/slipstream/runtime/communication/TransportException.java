package dev.slipstream.runtime.communication;

import java.io.Serial;

/** Nodes cannot reach each other. The message says why, and what the user can do. */
public final class TransportException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** An error without a cause of its own. */
  public TransportException(String message) {
    super(message);
  }

  /** An error that something else brought about. */
  public TransportException(String message, Throwable cause) {
    super(message, cause);
  }
}
