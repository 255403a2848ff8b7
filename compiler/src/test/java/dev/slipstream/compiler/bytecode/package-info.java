/**
 * Every JVM instruction that kernels may contain, at the edges of its operands. Flows in: nothing.
 * Flows out: class files with one loop, and the instructions that they contain. It must never know
 * how they are compiled.
 */
@NullMarked
package dev.slipstream.compiler.bytecode;

import org.jspecify.annotations.NullMarked;
