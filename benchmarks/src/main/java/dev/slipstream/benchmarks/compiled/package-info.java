/**
 * Classes of the package {@code loop} with their loops taken. Flows in: classes. Flows out: their
 * kernels, and the rewritten classes connected to a runtime. It must not know benchmarks.
 */
@NullMarked
package dev.slipstream.benchmarks.compiled;

import org.jspecify.annotations.NullMarked;
