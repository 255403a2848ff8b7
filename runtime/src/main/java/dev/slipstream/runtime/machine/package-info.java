/**
 * The devices of this machine. Flows in: backends and the user's choice. Flows out: the devices
 * that loops may use. It must not know what runs on them.
 */
@NullMarked
package dev.slipstream.runtime.machine;

import org.jspecify.annotations.NullMarked;
