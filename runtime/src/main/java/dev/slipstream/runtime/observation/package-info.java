/**
 * What is measured and recorded: counters and timers in a Micrometer registry of its own, graphs as
 * DOT files. Flows in: what each execution did and cost. Flows out: sums for the report, files. It
 * never decides anything.
 */
@NullMarked
package dev.slipstream.runtime.observation;

import org.jspecify.annotations.NullMarked;
