/**
 * The exchange of one node with the others. In: announcements, messages to send and regions to
 * receive. Out: their completions, and what other nodes send. The package does not know what a loop
 * is.
 */
@NullMarked
package dev.slipstream.runtime.network;

import org.jspecify.annotations.NullMarked;
