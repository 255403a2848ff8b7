/**
 * Kernels as the runtime sees them: closed classes and the description of their parameters. Flows
 * in: what the compiler produced, through the agent. Flows out: to the devices. It must never know
 * how a kernel was found or which device runs it.
 */
@NullMarked
package dev.slipstream.model.kernel;

import org.jspecify.annotations.NullMarked;
