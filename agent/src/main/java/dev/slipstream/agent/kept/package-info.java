/**
 * Rewritten classes that are kept on disk. Flows in: a class file. Flows out: the class with
 * guards, or with its loops taken out, that an earlier start of the same program has made of it. It
 * must not know how guards are placed, nor how loops are compiled.
 */
@NullMarked
package dev.slipstream.agent.kept;

import org.jspecify.annotations.NullMarked;
