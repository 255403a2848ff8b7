package dev.slipstream.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that the iterations of a {@code for} loop do not depend on each other, so that they may
 * run in any order and at the same time.
 *
 * <pre>{@code
 * for (@Parallel int i = 0; i < n; i++) {
 *   c[i] = a[i] + b[i];
 * }
 * }</pre>
 *
 * <p>The annotation belongs on the loop variable. Loops nested directly in each other may each have
 * it; up to three of them form one iteration space of two or three dimensions. Without the agent
 * the annotation does nothing and the loop runs as usual. With the agent a loop that cannot be
 * taken also runs as usual, and the report names it with the reason.
 *
 * <p>Anywhere but on the local variable of a loop it has no meaning and is ignored. It is a type
 * annotation because class files keep only those for local variables.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE_USE, ElementType.LOCAL_VARIABLE})
public @interface Parallel {}
