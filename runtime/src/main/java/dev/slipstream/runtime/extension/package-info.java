/**
 * What can be replaced without a change of Slipstream. Flows in: implementations that a class
 * loader knows. Flows out: one of each kind, found or usual. It must never know who uses them.
 */
@NullMarked
package dev.slipstream.runtime.extension;

import org.jspecify.annotations.NullMarked;
