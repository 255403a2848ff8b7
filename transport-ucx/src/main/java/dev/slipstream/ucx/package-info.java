/**
 * Connects nodes through UCX. Flows in: the addresses of a run's members, announcements, elements,
 * and their destinations. Flows out: the same on the other nodes, and which of them are lost. It
 * must not know what elements mean, which launcher starts processes, or how they found each other.
 */
@NullMarked
package dev.slipstream.ucx;

import org.jspecify.annotations.NullMarked;
