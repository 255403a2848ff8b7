/**
 * Loops taken out as closed kernel classes, and the call sites that submit them. Flows in: a
 * normalised loop and its analysis. Flows out: the kernel's class file, what its call site passes,
 * and the rewritten method. It never knows devices.
 */
@NullMarked
package dev.slipstream.compiler.outlining;

import org.jspecify.annotations.NullMarked;
