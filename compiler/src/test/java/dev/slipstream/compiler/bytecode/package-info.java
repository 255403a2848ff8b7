/**
 * Every JVM instruction that kernels may hold, at the edges of its operands. Flows in: nothing.
 * Flows out: class files with one loop, and what instructions they hold. It must never know how
 * they are compiled.
 */
@NullMarked
package dev.slipstream.compiler.bytecode;

import org.jspecify.annotations.NullMarked;
