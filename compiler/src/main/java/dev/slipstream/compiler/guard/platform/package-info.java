/**
 * The table of JDK methods: what they do with arrays that a program gives to them, and which of
 * them make code that has no guards. Flows in: names of classes and methods. Flows out: what is
 * known of them. It must never know a class file, nor where a guard stands.
 */
@NullMarked
package dev.slipstream.compiler.guard.platform;

import org.jspecify.annotations.NullMarked;
