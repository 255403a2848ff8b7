package dev.slipstream.compiler.discovery;

import dev.slipstream.model.loop.RefusalKind;
import java.io.Serial;

/** Thrown to end the compilation of one loop that cannot be taken. */
public class RefusalException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final int line;
  private final RefusalKind kind;
  private final String reason;
  private final String advice;

  /**
   * @param line the source line that is the cause, or -1
   * @param kind what kind of thing it is
   * @param reason the code in that line that is the cause, continuing "line 12 …"
   * @param advice what the user can do, one sentence; may be empty
   */
  public RefusalException(int line, RefusalKind kind, String reason, String advice) {
    super(describe(line, reason), null, false, false);
    this.line = line;
    this.kind = kind;
    this.reason = describe(line, reason);
    this.advice = advice;
  }

  /** Copies a refusal. */
  protected RefusalException(RefusalException other) {
    this(other, "");
  }

  /**
   * Copies a refusal and extends its reason.
   *
   * @param more the text that follows the reason; may be empty
   */
  public RefusalException(RefusalException other, String more) {
    super(other.reason + more, null, false, false);
    this.line = other.line;
    this.kind = other.kind;
    this.reason = other.reason + more;
    this.advice = other.advice;
  }

  private static String describe(int line, String reason) {
    return line < 0 ? "it " + reason : "line " + line + " " + reason;
  }

  /** The source line that is the cause, or -1. */
  public final int line() {
    return line;
  }

  /** What kind of thing the cause is. */
  public final RefusalKind kind() {
    return kind;
  }

  /** The cause, starting with its line. */
  public final String reason() {
    return reason;
  }

  /** What the user can do; may be empty. */
  public final String advice() {
    return advice;
  }
}
