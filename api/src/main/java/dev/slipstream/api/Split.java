package dev.slipstream.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says how a {@link Parallel} loop is divided where several devices or nodes share it, beside the
 * other annotation:
 *
 * <pre>{@code
 * for (@Parallel @Split(Split.Way.TILES) int i = 0; i < n; i++) {
 *   for (@Parallel @Split(granularity = 16) int j = 0; j < m; j++) {
 *     b[i][j] = a[j][i];
 *   }
 * }
 * }</pre>
 *
 * <p>The way stands on the outermost loop and counts for the whole nest; each loop may have a
 * granularity of its own. Without the annotation the loop is divided along the loop that moves the
 * least data. The annotation chooses among divisions of which it is proven that no two parts write
 * the same element; it never forces another one, and the report says where it could not be
 * followed. The option {@code slipstream.split} counts more than the annotation.
 *
 * <p>Without the agent it does nothing.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE_USE, ElementType.LOCAL_VARIABLE})
public @interface Split {
  /** Along how many loops. */
  enum Way {
    /** As it is best. */
    ANY,
    /** Along one loop. */
    ROWS,
    /** Along two loops. */
    TILES,
    /** Not at all: one device runs the loop. */
    NONE
  }

  /** Along how many loops; counts on the outermost loop only. */
  Way value() default Way.ANY;

  /** Of how many iterations of this loop the parts are multiples, at least 1. */
  int granularity() default 1;
}
