/**
 * Replaces objects that an iteration creates and does not keep by local variables. Input:
 * instructions of one iteration without calls. Output: the same without those objects. It must
 * never know devices or call sites.
 */
@NullMarked
package dev.slipstream.compiler.normalisation.scalar;

import org.jspecify.annotations.NullMarked;
