/**
 * Outlines loops as closed kernel classes, and writes the call sites that submit them. Input: a
 * normalised loop and its analysis. Output: the kernel's class file, the values that its call site
 * passes, and the rewritten method. It never knows devices.
 */
@NullMarked
package dev.slipstream.compiler.outlining;

import org.jspecify.annotations.NullMarked;
