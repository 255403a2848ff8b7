/**
 * Methods that replace methods of the JDK and instructions that TornadoVM compiles wrongly or not
 * at all ({@code kernel.Facts} says in which versions). Flows in and out: primitive values. It must
 * not know kernels or TornadoVM.
 *
 * <p>The bytecode of these classes is copied into kernels, so all of them use a small part of Java
 * only: static methods over primitives; branches and loops; no arrays, objects, exceptions or
 * fields; no recursion. {@code MathEmulation} has the methods of {@code java.lang.Math} under their
 * names and descriptors, {@code IntegerEmulation} those of {@code Integer} and so on; they may use
 * each other and any method of the JDK that is emulated here. {@link
 * dev.slipstream.tornado.emulation.OperatorEmulation} replaces instructions and is copied
 * unchanged. The methods compute the bits of floating-point numbers by arithmetic, because
 * TornadoVM has no other means.
 */
@NullMarked
package dev.slipstream.tornado.emulation;

import org.jspecify.annotations.NullMarked;
