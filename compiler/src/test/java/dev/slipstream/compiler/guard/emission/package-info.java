/** Tests of the code that guards consist of. */
@NullMarked
package dev.slipstream.compiler.guard.emission;

import org.jspecify.annotations.NullMarked;
