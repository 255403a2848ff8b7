/**
 * Reductions: locals and array elements that iterations only change by addition, multiplication or
 * a similar operation. Flows in: one iteration's instructions. Flows out: the accumulators, and the
 * plan of lanes that compute them in any order. It must never know devices.
 */
@NullMarked
package dev.slipstream.compiler.analysis.reduction;

import org.jspecify.annotations.NullMarked;
