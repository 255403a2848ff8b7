package dev.slipstream.model.wire;

import java.io.Serial;

/** Bytes are no wire form of what was expected. The message says what is wrong, and where. */
public final class WireFormException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  WireFormException(String message) {
    super(message);
  }
}
