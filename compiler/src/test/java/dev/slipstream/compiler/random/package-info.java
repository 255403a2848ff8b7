/**
 * Random programs with marked loops. Flows in: a seed. Flows out: Java source whose loops have
 * independent iterations. It must never know how loops are compiled.
 */
@NullMarked
package dev.slipstream.compiler.random;

import org.jspecify.annotations.NullMarked;
