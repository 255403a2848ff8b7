/**
 * Measures and records: sums and times that the report reads and a Micrometer registry shows on
 * demand, and graphs as DOT files. Flows in: what each execution did and cost. Flows out: sums for
 * the report, files. It must never decide anything.
 */
@NullMarked
package dev.slipstream.runtime.observation;

import org.jspecify.annotations.NullMarked;
