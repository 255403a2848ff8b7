/**
 * The result of each loop, for the user. In: refusals and the statistics of taken loops. Out: a
 * table, or JSON. The package never changes how anything runs.
 */
@NullMarked
package dev.slipstream.runtime.report;

import org.jspecify.annotations.NullMarked;
