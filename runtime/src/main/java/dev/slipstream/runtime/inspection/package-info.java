/**
 * Loops that may throw, and of which it is found out before they run whether they do: by a kernel
 * that evaluates the conditions alone, once for as long as nothing changes that they depend on.
 * Launches and the numbers that stand for contents of arrays flow in, verdicts flow out. It never
 * knows devices, nor how contents are followed.
 */
@NullMarked
package dev.slipstream.runtime.inspection;

import org.jspecify.annotations.NullMarked;
