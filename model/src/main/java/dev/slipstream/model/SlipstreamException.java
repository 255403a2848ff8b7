package dev.slipstream.model;

import java.io.Serial;

/**
 * Thrown to the program in two cases only. A loop failed after its results were partly written, and
 * they cannot be computed again. Or {@code slipstream.strict=true} forbids that a loop runs on the
 * host. The message names the loop, the reason and what the user can do.
 */
public final class SlipstreamException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** Creates an exception without a cause. */
  public SlipstreamException(String message) {
    super(message);
  }

  /** Creates an exception with a cause. */
  public SlipstreamException(String message, Throwable cause) {
    super(message, cause);
  }
}
