/**
 * How the processes of a run find each other. Flows in: what the launcher left in properties and
 * the environment, and the run's secret. Flows out: the rank of this process, and the addresses of
 * all. It must not know which transport the addresses are for, or what the nodes do together.
 */
@NullMarked
package dev.slipstream.runtime.membership;

import org.jspecify.annotations.NullMarked;
