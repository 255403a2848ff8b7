/**
 * Guards in the classes of the program. Flows in: class files, from the JVM, and what instrumented
 * code does with arrays. Flows out: instrumented class files, and the same to who knows where the
 * arrays' elements are. It must never know loops or devices.
 */
@NullMarked
package dev.slipstream.agent.guard;

import org.jspecify.annotations.NullMarked;
