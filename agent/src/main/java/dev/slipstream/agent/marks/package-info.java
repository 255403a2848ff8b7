/**
 * What can be seen of a program before it starts: the places where the JVM looks for its classes go
 * in; whether they hold marked loops, and what tells these files from others, comes out. Knows
 * nothing of what follows from it.
 */
@NullMarked
package dev.slipstream.agent.marks;

import org.jspecify.annotations.NullMarked;
