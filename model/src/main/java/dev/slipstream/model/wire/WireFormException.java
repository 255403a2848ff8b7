package dev.slipstream.model.wire;

import java.io.Serial;

/**
 * Thrown if bytes are not the wire form of the expected value. The message describes the error and
 * its position.
 */
public final class WireFormException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  WireFormException(String message) {
    super(message);
  }
}
