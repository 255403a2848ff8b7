/**
 * The API that user code compiles against. Flows in: nothing. Flows out: marks in class files,
 * which the agent reads, and requests for copies of arrays. It must never know any other part of
 * Slipstream, except the name of one method that the agent adds to the JVM.
 */
package dev.slipstream.api;
