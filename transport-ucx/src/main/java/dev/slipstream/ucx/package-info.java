/**
 * Nodes reach each other through UCX. Flows in: the addresses of a run's members, announcements,
 * elements, and where they go. Flows out: the same at the others, and which of them are lost. It
 * never knows what elements mean, who starts processes, or how they found each other.
 */
@NullMarked
package dev.slipstream.ucx;

import org.jspecify.annotations.NullMarked;
