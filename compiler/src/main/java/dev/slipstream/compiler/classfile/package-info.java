/**
 * Parses class files. Input: class bytes and the loaders' view of the class path. Output: methods,
 * fields and hierarchies. It never knows loops.
 */
@NullMarked
package dev.slipstream.compiler.classfile;

import org.jspecify.annotations.NullMarked;
