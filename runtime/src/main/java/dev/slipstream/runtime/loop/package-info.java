/**
 * A loop at run time, from the call site to its end. Flows in: the values captured at the call
 * site. Flows out: launches to devices, and to the program the value from which it goes on. It must
 * never know bytecode.
 */
@NullMarked
package dev.slipstream.runtime.loop;

import org.jspecify.annotations.NullMarked;
