/**
 * What one node of a run exchanges with the others. Flows in: announcements, messages to send and
 * regions to receive. Flows out: word of their ends, and what other nodes tell. It must never know
 * what a loop is.
 */
@NullMarked
package dev.slipstream.runtime.network;

import org.jspecify.annotations.NullMarked;
