/**
 * What would be needed to run on from a horizon. Flows in: what graphs know at horizons, and which
 * of those were executed. Flows out: checkpoints, for whoever keeps them. It must never know how
 * they are kept.
 */
@NullMarked
package dev.slipstream.runtime.checkpoint;

import org.jspecify.annotations.NullMarked;
