/**
 * Rewrites classes of the program while they are loaded, and those that were before. Flows in:
 * class files, from the JVM. Flows out: the same with call sites for loops and guards for arrays,
 * and the loops that were found, to their registry. It must not know when a loop runs, nor where.
 */
@NullMarked
package dev.slipstream.agent.rewriting;

import org.jspecify.annotations.NullMarked;
