/**
 * Call sites put in front of taken loops. Flows in: a class and its outlined loops. Flows out: the
 * rewritten class file. It must never change what the class does without an agent.
 */
@NullMarked
package dev.slipstream.compiler.rewrite;

import org.jspecify.annotations.NullMarked;
