/**
 * The result of each loop, for the user. Flows in: refusals and the statistics of taken loops.
 * Flows out: a table, or JSON. It must never change how anything runs.
 */
@NullMarked
package dev.slipstream.runtime.report;

import org.jspecify.annotations.NullMarked;
