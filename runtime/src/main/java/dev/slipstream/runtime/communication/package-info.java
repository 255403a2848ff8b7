/**
 * How nodes communicate. Flows in: announcements, elements to send, and awaited regions. Flows out:
 * the same on the receiving node, what has arrived, and which nodes are lost. It must not know what
 * a task is, why something is sent, or any transport by name.
 */
@NullMarked
package dev.slipstream.runtime.communication;

import org.jspecify.annotations.NullMarked;
