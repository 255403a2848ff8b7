/**
 * What would be needed to continue from a horizon. In: the state of the graphs at horizons, and
 * which of those were executed. Out: checkpoints, for a store. The package does not know how they
 * are kept.
 */
@NullMarked
package dev.slipstream.runtime.checkpoint;

import org.jspecify.annotations.NullMarked;
