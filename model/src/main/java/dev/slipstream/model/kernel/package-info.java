/**
 * Kernels as the runtime uses them: closed classes and the description of their parameters. Input:
 * kernels from the compiler, through the agent. Output: the same for devices. It must never know
 * how a kernel was found or which device runs it.
 */
@NullMarked
package dev.slipstream.model.kernel;

import org.jspecify.annotations.NullMarked;
