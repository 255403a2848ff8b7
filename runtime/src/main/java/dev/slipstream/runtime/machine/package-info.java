/**
 * The devices of this machine. In: backends and the user's choice. Out: the devices that loops may
 * use. The package does not know what runs on them.
 */
@NullMarked
package dev.slipstream.runtime.machine;

import org.jspecify.annotations.NullMarked;
