/**
 * Whether a program has marked loops, found out before it starts: the places where the JVM looks
 * for its classes go in, a verdict comes out. Knows nothing of what follows from it.
 */
@NullMarked
package dev.slipstream.agent.marks;

import org.jspecify.annotations.NullMarked;
