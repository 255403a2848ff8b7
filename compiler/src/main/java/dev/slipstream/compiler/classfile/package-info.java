/**
 * Parses class files. Flows in: class bytes and the loaders' view of the class path. Flows out:
 * methods, fields and hierarchies. It never knows loops.
 */
@NullMarked
package dev.slipstream.compiler.classfile;

import org.jspecify.annotations.NullMarked;
