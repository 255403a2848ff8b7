/** Tests of what a class says. */
@NullMarked
package dev.slipstream.compiler.guard.scan;

import org.jspecify.annotations.NullMarked;
