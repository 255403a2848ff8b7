/**
 * How nodes reach each other. Flows in: announcements, elements that are sent, and regions that are
 * awaited. Flows out: the same on the node that they are for, and what has arrived. It never knows
 * what a task is, or why something is sent.
 */
@NullMarked
package dev.slipstream.runtime.communication;

import org.jspecify.annotations.NullMarked;
