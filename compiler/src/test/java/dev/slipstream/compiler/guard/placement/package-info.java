/** Tests of where guards go. */
@NullMarked
package dev.slipstream.compiler.guard.placement;

import org.jspecify.annotations.NullMarked;
