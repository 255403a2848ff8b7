/**
 * Counters and timers of loops, kept in a Micrometer registry of their own. Flows in: what each
 * execution did and cost. Flows out: sums for the report. It must never decide anything.
 */
@NullMarked
package dev.slipstream.runtime.metrics;

import org.jspecify.annotations.NullMarked;
