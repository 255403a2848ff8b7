/**
 * Compiles class files to loop kernels. Flows in: class files. Flows out: rewritten class files,
 * {@link dev.slipstream.compiler.outlining.LoopKernel}s and refusals. Pure functions; it must never
 * know {@code Instrumentation}, devices or files.
 */
@NullMarked
package dev.slipstream.compiler;

import org.jspecify.annotations.NullMarked;
