/**
 * What an instruction computes, as far as it can be said before the loop runs. Flows in: the
 * instructions of a loop. Flows out: symbolic values and the conditions under which blocks run. It
 * must never know devices or call sites.
 */
@NullMarked
package dev.slipstream.compiler.value;

import org.jspecify.annotations.NullMarked;
