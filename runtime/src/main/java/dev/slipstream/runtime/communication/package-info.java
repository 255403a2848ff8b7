/**
 * How nodes communicate. In: announcements, elements to send, and awaited regions. Out: the same on
 * the receiving node, what has arrived, and which nodes are lost. The package does not know what a
 * task is, why something is sent, or any transport by name.
 */
@NullMarked
package dev.slipstream.runtime.communication;

import org.jspecify.annotations.NullMarked;
