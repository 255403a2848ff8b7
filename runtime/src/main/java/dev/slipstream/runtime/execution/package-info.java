/**
 * Runs jobs in an order that their dependencies allow, on lanes of devices and of the host. Flows
 * in: jobs, each after those that it waits for. Flows out: starts on lanes, completions, reached
 * horizons, the first failure. It must not know what a job does, nor any graph, device or
 * transport.
 */
@NullMarked
package dev.slipstream.runtime.execution;

import org.jspecify.annotations.NullMarked;
