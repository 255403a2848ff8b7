/**
 * Keeps the program's arrays and what devices hold of them the same to whoever looks. Flows in: the
 * arrays of submitted loops, and what the host's code is about to do with arrays. Flows out: which
 * buffers are brought home, and which the host has changed. It must never know how data is copied.
 */
@NullMarked
package dev.slipstream.runtime.coherence;

import org.jspecify.annotations.NullMarked;
