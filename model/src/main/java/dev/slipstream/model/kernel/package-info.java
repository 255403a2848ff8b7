/**
 * Kernels as the runtime uses them: closed classes and the description of their parameters. Flows
 * in: kernels from the compiler, through the agent. Flows out: the same for devices. It must never
 * know how a kernel was found or which device runs it.
 */
@NullMarked
package dev.slipstream.model.kernel;

import org.jspecify.annotations.NullMarked;
