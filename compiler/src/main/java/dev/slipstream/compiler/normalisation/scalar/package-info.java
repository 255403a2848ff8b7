/**
 * Replaces objects that an iteration creates and does not keep by local variables. Flows in:
 * instructions of one iteration without calls. Flows out: the same without those objects. It must
 * never know devices or call sites.
 */
@NullMarked
package dev.slipstream.compiler.normalisation.scalar;

import org.jspecify.annotations.NullMarked;
