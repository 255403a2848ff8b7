/**
 * Calls replaced by the code of what they call. Flows in: instructions of a loop. Flows out:
 * instructions without calls to application code. It must never load classes.
 */
@NullMarked
package dev.slipstream.compiler.normalisation.inlining;

import org.jspecify.annotations.NullMarked;
