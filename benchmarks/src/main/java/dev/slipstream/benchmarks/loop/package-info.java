/**
 * Small classes with marked loops, as programs have them. Flows in: arrays. Flows out: the same,
 * changed. It must never know that anybody takes its loops.
 */
@NullMarked
package dev.slipstream.benchmarks.loop;

import org.jspecify.annotations.NullMarked;
