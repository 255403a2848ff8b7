/**
 * Compares annotated loops on TornadoVM with kernels that are ported to it by hand. Compiled only
 * where TornadoVM is installed: {@code ./slipstream bench --tornado}.
 */
package dev.slipstream.benchmarks.tornado;
