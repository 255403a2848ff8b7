/**
 * What would be needed to continue from a horizon. Flows in: the state of the graphs at horizons,
 * and which of those were executed. Flows out: checkpoints, for a store. It must not know how they
 * are kept.
 */
@NullMarked
package dev.slipstream.runtime.checkpoint;

import org.jspecify.annotations.NullMarked;
