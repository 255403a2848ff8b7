package dev.slipstream.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares how to divide a {@link Parallel} loop where several devices or nodes share it, in
 * addition to the other annotation:
 *
 * <pre>{@code
 * for (@Parallel @Split(Split.Way.TILES) int i = 0; i < n; i++) {
 *   for (@Parallel @Split(granularity = 16) int j = 0; j < m; j++) {
 *     b[i][j] = a[j][i];
 *   }
 * }
 * }</pre>
 *
 * <p>The way belongs on the outermost loop and applies to the whole nest; each loop may have a
 * granularity of its own. Without the annotation the nest is divided along the loop that moves the
 * least data. The annotation chooses among divisions in which provably no two parts write the same
 * element. It never forces another one, and the report names the loops where it could not be
 * followed. The option {@code slipstream.split} overrides the annotation.
 *
 * <p>Without the agent it does nothing.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE_USE, ElementType.LOCAL_VARIABLE})
public @interface Split {
  /** The loops along which to divide. */
  enum Way {
    /** The best choice according to the runtime. */
    ANY,
    /** Along one loop. */
    ROWS,
    /** Along two loops. */
    TILES,
    /** Not at all: one device runs the loop. */
    NONE
  }

  /** The loops along which to divide; applies on the outermost loop only. */
  Way value() default Way.ANY;

  /** The number of iterations of this loop of which the parts are multiples, at least 1. */
  int granularity() default 1;
}
