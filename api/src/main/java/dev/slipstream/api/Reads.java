package dev.slipstream.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says how far from its own element an iteration of a {@link Parallel} loop reads an array, where
 * the index is no formula of the loop variables, so that each part of the loop would need the whole
 * array:
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
 * <p>It stands on the loop's variable, since it speaks of one loop, and names the array as the loop
 * does: the name of a local variable or a field. Names of local variables are in class files that
 * were compiled with {@code -g}. Indices that are formulas are not touched by it.
 *
 * <p>It is a promise: a part of the loop may find old values in elements further away. {@code
 * slipstream.verify=true} reports each read that breaks it, with the index and what was declared.
 * Without the agent it does nothing.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE_USE, ElementType.LOCAL_VARIABLE})
@Repeatable(Reads.All.class)
public @interface Reads {
  /** An axis of which any element may be read. */
  int WHOLE = -1;

  /** How the loop calls the array. */
  String array();

  /**
   * For each axis of the array, how far the index may be from the variable of the loop with the
   * same number, the outermost first: 0 or more, or {@link #WHOLE}.
   */
  int[] neighborhood();

  /** Several of them. */
  @Documented
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE_USE, ElementType.LOCAL_VARIABLE})
  @interface All {
    /** The declarations. */
    Reads[] value();
  }
}
