/**
 * Measures and records: sums and times that the report reads and a Micrometer registry shows on
 * demand, and graphs as DOT files. In: what each execution did and cost. Out: sums for the report,
 * files. The package never decides anything.
 */
@NullMarked
package dev.slipstream.runtime.observation;

import org.jspecify.annotations.NullMarked;
