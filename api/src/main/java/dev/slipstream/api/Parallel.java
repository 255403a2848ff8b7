package dev.slipstream.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that the iterations of a {@code for} loop do not depend on each other, so that they may run
 * in any order and at the same time.
 *
 * <pre>{@code
 * for (@Parallel int i = 0; i < n; i++) {
 *   c[i] = a[i] + b[i];
 * }
 * }</pre>
 *
 * <p>The annotation stands on the loop variable. Loops nested directly in each other may each carry
 * it; up to three of them make one iteration space of two or three dimensions. Without the agent
 * the annotation does nothing and the loop runs as ever; with the agent a loop that cannot be taken
 * also runs as ever, and the report names it with the reason.
 *
 * <p>Placed anywhere but on the local variable of a loop it has no meaning and is ignored. It is a
 * type annotation because only those are kept in class files for local variables.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE_USE, ElementType.LOCAL_VARIABLE})
public @interface Parallel {}
