/**
 * Methods that kernels call in place of methods of the JDK and of instructions that TornadoVM
 * compiles wrongly or not at all. Flows in and out: primitive values. It must never know kernels or
 * TornadoVM.
 *
 * <p>The bytecode of these classes is copied into kernels, so all of them keep to a small part of
 * Java: static methods over primitives; branches and loops; no arrays, objects, exceptions or
 * fields; no recursion. {@code MathEmulation} has the methods of {@code java.lang.Math} under their
 * names and descriptors, {@code IntegerEmulation} those of {@code Integer} and so on; they may use
 * each other and whatever of the JDK is found here. {@link
 * dev.slipstream.tornado.emulation.OperatorEmulation} stands for instructions and is copied as it
 * is. Nothing here looks at the bits of floating-point numbers by other means than arithmetic,
 * since TornadoVM has none.
 */
@NullMarked
package dev.slipstream.tornado.emulation;

import org.jspecify.annotations.NullMarked;
