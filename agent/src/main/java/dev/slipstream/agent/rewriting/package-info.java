/**
 * Rewrites classes of the program while they are loaded, and those that were before. Flows in:
 * class files, from the JVM. Flows out: the same with call sites for loops and guards for arrays,
 * and to whoever keeps them the loops that were found. It must never know when a loop runs, nor
 * where.
 */
@NullMarked
package dev.slipstream.agent.rewriting;

import org.jspecify.annotations.NullMarked;
