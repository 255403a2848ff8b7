/** Tests of the code that is written. */
@NullMarked
package dev.slipstream.compiler.guard.emission;

import org.jspecify.annotations.NullMarked;
