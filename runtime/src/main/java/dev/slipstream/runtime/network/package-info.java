/**
 * The exchange of one node with the others. Flows in: announcements, messages to send and regions
 * to receive. Flows out: their completions, and what other nodes send. It must not know what a loop
 * is.
 */
@NullMarked
package dev.slipstream.runtime.network;

import org.jspecify.annotations.NullMarked;
