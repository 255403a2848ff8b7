/**
 * The agent's entry, the only classes that the program's class path sees. Flows in: what the JVM
 * passes to {@code premain}, {@code agentmain} and {@code main}. Flows out: the same, to the
 * isolated classes. It must never know a class of {@code inst/}, but by name.
 */
@NullMarked
package dev.slipstream.agent;

import org.jspecify.annotations.NullMarked;
