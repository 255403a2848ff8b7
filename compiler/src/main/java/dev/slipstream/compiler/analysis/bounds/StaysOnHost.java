package dev.slipstream.compiler.analysis.bounds;

import java.io.Serial;

/**
 * Thrown if one execution of a loop cannot be proven to be free of exceptions. The message is the
 * reason.
 */
public final class StaysOnHost extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final String reason;
  private final boolean unproven;

  StaysOnHost(String reason) {
    this(reason, false);
  }

  private StaysOnHost(String reason, boolean unproven) {
    super(reason, null, false, false);
    this.reason = reason;
    this.unproven = unproven;
  }

  /** An exception for a property that cannot be proven, but that a kernel can check itself. */
  static StaysOnHost unproven(String reason) {
    return new StaysOnHost(reason, true);
  }

  /** Whether a kernel that checks everything may run nevertheless. */
  boolean isUnproven() {
    return unproven;
  }

  /** The reason, as shown to users. */
  public String reason() {
    return reason;
  }
}
