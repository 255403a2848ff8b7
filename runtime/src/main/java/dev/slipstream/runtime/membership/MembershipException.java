package dev.slipstream.runtime.membership;

import java.io.Serial;

/**
 * Reports that this process cannot take part in its run. The message says why, and what the user
 * can do.
 */
public final class MembershipException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /** Creates an error without a cause. */
  public MembershipException(String message) {
    super(message);
  }

  /** Creates an error with a cause. */
  public MembershipException(String message, Throwable cause) {
    super(message, cause);
  }
}
