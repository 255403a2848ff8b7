/**
 * All that user code compiles against. Flows in: nothing. Flows out: marks in class files, which
 * the agent reads, and the wish for copies of arrays. It must never know any other part of
 * Slipstream, but the name of one method that the agent puts into the JVM.
 */
package dev.slipstream.api;
