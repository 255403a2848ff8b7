/**
 * Facts about a class and those around it, without following its code. Flows in: class files. Flows
 * out: headers, the methods that need the full analysis, the arrays that each call hands to the JDK
 * or to native code, and the accesses that no guard can cover. It must never know where guards go.
 */
@NullMarked
package dev.slipstream.compiler.guard.scan;

import org.jspecify.annotations.NullMarked;
