package dev.slipstream.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares how far from its own element an iteration of a {@link Parallel} loop reads an array. It
 * is for indices that are no formula of the loop variables, for which each part of the loop would
 * need the whole array:
 *
 * <pre>{@code
 * // The matrix has a band of 3 elements on each side of its diagonal.
 * for (@Parallel @Reads(array = "x", neighborhood = 3) int i = 0; i < n; i++) {
 *   for (int k = first[i]; k < first[i + 1]; k++) {
 *     y[i] += value[k] * x[column[k]];
 *   }
 * }
 * }</pre>
 *
 * <p>The annotation belongs on the loop's variable, since it applies to one loop. It names the
 * array as the loop does: by the name of a local variable or a field. Class files contain the names
 * of local variables if they were compiled with {@code -g}. Indices that are formulas are not
 * affected.
 *
 * <p>It is a promise: a part of the loop may find old values in elements further away. {@code
 * slipstream.verify=true} reports each read that breaks it, with the index and the declaration.
 * Without the agent it does nothing.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE_USE, ElementType.LOCAL_VARIABLE})
@Repeatable(Reads.All.class)
public @interface Reads {
  /** An axis of which any element may be read. */
  int WHOLE = -1;

  /** The name of the array in the loop. */
  String array();

  /**
   * For each axis of the array, the outermost first, the largest distance of the index from the
   * variable of the loop with the same number: 0 or more, or {@link #WHOLE}. From the third axis of
   * an array of four dimensions on, everything counts as read.
   */
  int[] neighborhood();

  /** Contains several declarations. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE_USE, ElementType.LOCAL_VARIABLE})
  @interface All {
    /** The declarations. */
    Reads[] value();
  }
}
