/**
 * Replaces calls by the code of the called methods. Input: the instructions of a loop. Output:
 * instructions without calls to application code. It must never load classes.
 */
@NullMarked
package dev.slipstream.compiler.normalisation.inlining;

import org.jspecify.annotations.NullMarked;
