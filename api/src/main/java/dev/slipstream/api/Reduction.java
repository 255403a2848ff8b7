package dev.slipstream.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that a {@code float} or {@code double} that a {@link Parallel} loop adds to, subtracts
 * from or multiplies may be computed in another order than that of the iterations.
 *
 * <pre>{@code
 * @Reduction double sum = 0;
 * for (@Parallel int i = 0; i < n; i++) {
 *   sum += a[i] * b[i];
 * }
 * }</pre>
 *
 * <p>The annotation belongs on the declaration of the local variable. The order is a fixed tree
 * that depends on the number of iterations only, so that all devices compute the same bits. It is
 * not the order of the loop, so that the last bits may differ from the results without the agent.
 *
 * <p>Sums and products of {@code int} and {@code long}, bit operations, minima and maxima of all
 * types, and the positions where these were found need no annotation: their results are exact in
 * every order. Without the agent the annotation does nothing.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE_USE, ElementType.LOCAL_VARIABLE})
public @interface Reduction {}
