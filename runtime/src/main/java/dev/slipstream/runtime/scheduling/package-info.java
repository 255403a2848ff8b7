/**
 * Makes work for devices of what the program submits. Flows in: loops, and what the host is about
 * to do with buffers. Flows out: jobs for the executor, in the order in which they were made. It
 * must never know what a device is, only which lanes there are.
 */
@NullMarked
package dev.slipstream.runtime.scheduling;

import org.jspecify.annotations.NullMarked;
