/** Tests of what can be told about a program before it starts. */
@NullMarked
package dev.slipstream.agent.marks;

import org.jspecify.annotations.NullMarked;
