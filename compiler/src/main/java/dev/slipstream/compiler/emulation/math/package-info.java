/**
 * The inexact functions of {@link java.lang.Math} and the floating-point remainder, implemented
 * once for every device. Flows in: primitive values. Flows out: primitive values. It must never
 * know loops, kernels or devices.
 *
 * <p>The bytecode of these classes is copied into kernels and translated for devices. They are
 * therefore limited to a small part of Java: static methods over {@code int}, {@code long}, {@code
 * float} and {@code double}; branches, loops and {@code switch} over {@code int}; no arrays,
 * objects, exceptions, fields other than compile-time constants, integer division, {@code %} or
 * recursion. They call each other, and of the JDK only {@code Math.abs}, {@code Math.max}, {@code
 * Math.sqrt} and the conversions between floating-point numbers and their bits. No two methods of
 * the package have the same name, so all of them fit into one class. Each class contains one family
 * of functions; the public ones replace those of {@code Math}, or {@code %}. As no method can
 * return two values, a method that has computed several passes them to the next step instead of
 * returning them.
 *
 * <p>The algorithms and their coefficients are those of fdlibm 5.3, the Freely Distributable LIBM
 * (developed at SunSoft; Copyright 1993, 2004 Sun Microsystems, Inc.; "Permission to use, copy,
 * modify, and distribute this software is freely granted, provided that this notice is preserved"),
 * by which {@link java.lang.StrictMath} is specified: the results are equal to {@code StrictMath}'s
 * bit for bit, except for NaN payloads. The coefficients are written in hexadecimal, because their
 * exact values matter. Each method names its fdlibm file.
 */
@NullMarked
package dev.slipstream.compiler.emulation.math;

import org.jspecify.annotations.NullMarked;
