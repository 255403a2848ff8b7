/**
 * What a class says of itself and of those around it, without its code being followed. Flows in:
 * class files. Flows out: headers, which methods need a closer look, what each call hands to the
 * JDK or to native code, and what no guard can see. It must never know where guards go.
 */
@NullMarked
package dev.slipstream.compiler.guard.scan;

import org.jspecify.annotations.NullMarked;
