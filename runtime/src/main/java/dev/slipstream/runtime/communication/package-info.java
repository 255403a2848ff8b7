/**
 * How nodes reach each other. Flows in: announcements, and elements that are sent. Flows out: the
 * same, on the node that they are for. It must never know what a task is, or why something is sent.
 */
@NullMarked
package dev.slipstream.runtime.communication;

import org.jspecify.annotations.NullMarked;
