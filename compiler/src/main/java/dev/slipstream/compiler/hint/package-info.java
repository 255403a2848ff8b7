/**
 * What the user says about how loops are divided and what they read. Flows in: annotations on loop
 * variables, and the value of {@code slipstream.split}. Flows out: hints as values. It must never
 * judge whether a hint can be followed.
 */
@NullMarked
package dev.slipstream.compiler.hint;

import org.jspecify.annotations.NullMarked;
