package dev.slipstream.model;

import java.io.Serial;

/**
 * Reaches the program in two cases only: a loop failed after its results were partly written and
 * cannot be computed again, or {@code slipstream.strict=true} forbids that a loop runs on the host.
 * The message names the loop, the reason and what the user can do.
 */
public final class SlipstreamException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  /** An error without a cause of its own. */
  public SlipstreamException(String message) {
    super(message);
  }

  /** An error that something else brought about. */
  public SlipstreamException(String message, Throwable cause) {
    super(message, cause);
  }
}
