/**
 * Annotated loops on TornadoVM beside kernels that are ported to it by hand. Compiled only where
 * TornadoVM is: {@code ./slipstream bench --tornado}.
 */
package dev.slipstream.benchmarks.tornado;
