/**
 * Replaces calls by the code of the called methods. Flows in: the instructions of a loop. Flows
 * out: instructions without calls to application code. It must never load classes.
 */
@NullMarked
package dev.slipstream.compiler.normalisation.inlining;

import org.jspecify.annotations.NullMarked;
