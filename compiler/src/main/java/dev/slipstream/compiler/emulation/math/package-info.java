/**
 * The inexact functions of {@link java.lang.Math} and the floating-point remainder, once, for every
 * device. Flows in: primitive values. Flows out: primitive values. It must never know loops,
 * kernels or devices.
 *
 * <p>The bytecode of these classes is copied into kernels and translated for devices, so they keep
 * to a small part of Java: static methods over {@code int}, {@code long}, {@code float} and {@code
 * double}; branches, loops and {@code switch} over {@code int}; no arrays, objects, exceptions,
 * fields other than compile-time constants, integer division, {@code %} or recursion. They call
 * each other, and of the JDK only {@code Math.abs}, {@code Math.max}, {@code Math.sqrt} and the
 * conversions between floating-point numbers and their bits. No two methods of the package share a
 * name, so all of them fit into one class. Each class holds one family of functions; the public
 * ones stand in for those of {@code Math}, or for {@code %}. As no method can return two values, a
 * method that has computed several calls the next step with them instead of returning them.
 *
 * <p>The algorithms and their coefficients are those of fdlibm 5.3, the Freely Distributable LIBM
 * (developed at SunSoft; Copyright 1993, 2004 Sun Microsystems, Inc.; "Permission to use, copy,
 * modify, and distribute this software is freely granted, provided that this notice is preserved"),
 * which {@link java.lang.StrictMath} is specified by: the results are equal to {@code StrictMath}'s
 * bit for bit, NaN payloads aside. The coefficients are written in hexadecimal, as their exact
 * values are what counts. Each method names its fdlibm file.
 */
@NullMarked
package dev.slipstream.compiler.emulation.math;

import org.jspecify.annotations.NullMarked;
