/**
 * Compiles class files to loop kernels. Input: class files. Output: rewritten class files, {@link
 * dev.slipstream.compiler.outlining.LoopKernel}s and refusals. Pure functions; it must never know
 * {@code Instrumentation}, devices or files.
 */
@NullMarked
package dev.slipstream.compiler;

import org.jspecify.annotations.NullMarked;
