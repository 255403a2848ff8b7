package dev.slipstream.compiler.outlining;

import dev.slipstream.compiler.discovery.RefusalException;
import dev.slipstream.model.loop.RefusalKind;

/** The refusals of loops whose heads do not count. */
final class HeadRefusals {
  private HeadRefusals() {}

  /** The limit is not a value that is known before the loop. */
  static RefusalException limit(int line, String reason) {
    return of(
        line,
        reason,
        "Write it as for (int i = first; i < limit; i += step), the limit computed before.");
  }

  /** Any other. */
  static RefusalException of(int line, String reason, String advice) {
    return new RefusalException(line, RefusalKind.LOOP_HEAD, reason, advice);
  }
}
