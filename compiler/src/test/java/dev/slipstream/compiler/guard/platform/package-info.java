/** Tests of the table of JDK methods. */
@NullMarked
package dev.slipstream.compiler.guard.platform;

import org.jspecify.annotations.NullMarked;
