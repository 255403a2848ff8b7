/**
 * Small classes with marked loops, as programs have them. Flows in: arrays. Flows out: the same,
 * changed. It must not know that its loops are taken.
 */
@NullMarked
package dev.slipstream.benchmarks.loop;

import org.jspecify.annotations.NullMarked;
