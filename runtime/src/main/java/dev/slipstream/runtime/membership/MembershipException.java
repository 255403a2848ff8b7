package dev.slipstream.runtime.membership;

import java.io.Serial;

/** This process cannot take part in its run. The message says why, and what the user can do. */
public final class MembershipException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** An error without a cause of its own. */
  public MembershipException(String message) {
    super(message);
  }

  /** An error that something else brought about. */
  public MembershipException(String message, Throwable cause) {
    super(message, cause);
  }
}
