/**
 * TornadoVM's public API, bound at run time. Flows in: class files, arrays, grids. Flows out:
 * graphs that run. It must not know loops or kernels of this project.
 */
@NullMarked
package dev.slipstream.tornado.binding;

import org.jspecify.annotations.NullMarked;
