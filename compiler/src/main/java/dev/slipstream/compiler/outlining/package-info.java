/**
 * Outlines loops as closed kernel classes, and writes the call sites that submit them. Flows in: a
 * normalised loop and its analysis. Flows out: the kernel's class file, the values that its call
 * site passes, and the rewritten method. It never knows devices.
 */
@NullMarked
package dev.slipstream.compiler.outlining;

import org.jspecify.annotations.NullMarked;
