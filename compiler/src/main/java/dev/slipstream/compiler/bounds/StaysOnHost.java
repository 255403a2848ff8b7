package dev.slipstream.compiler.bounds;

import java.io.Serial;

/** One execution of a loop cannot be proven free of exceptions. The message is the reason. */
final class StaysOnHost extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final String reason;

  StaysOnHost(String reason) {
    super(reason, null, false, false);
    this.reason = reason;
  }

  /** Why, as shown to users. */
  String reason() {
    return reason;
  }
}
