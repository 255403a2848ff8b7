/**
 * How nodes reach each other. Flows in: announcements, elements that are sent, and regions that are
 * awaited. Flows out: the same on the node that they are for, what has arrived, and which nodes are
 * lost. It never knows what a task is, or why something is sent, and no transport by name.
 */
@NullMarked
package dev.slipstream.runtime.communication;

import org.jspecify.annotations.NullMarked;
