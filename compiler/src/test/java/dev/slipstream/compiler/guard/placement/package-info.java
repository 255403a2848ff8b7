/** Tests of the positions of guards. */
@NullMarked
package dev.slipstream.compiler.guard.placement;

import org.jspecify.annotations.NullMarked;
