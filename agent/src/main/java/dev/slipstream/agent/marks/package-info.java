/**
 * What can be told about a program before it starts. Flows in: the places where the JVM looks for
 * its classes. Flows out: whether they hold marked loops, and a description of their files by which
 * a change is noticed. It must not know what follows from that.
 */
@NullMarked
package dev.slipstream.agent.marks;

import org.jspecify.annotations.NullMarked;
