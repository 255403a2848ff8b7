/**
 * Connects nodes through UCX. In: the addresses of a run's members, announcements, elements, and
 * their destinations. Out: the same on the other nodes, and which of them are lost. The package
 * does not know what elements mean, which launcher starts processes, or how they found each other.
 */
@NullMarked
package dev.slipstream.ucx;

import org.jspecify.annotations.NullMarked;
