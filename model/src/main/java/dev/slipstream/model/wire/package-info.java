/**
 * The binary form in which kernels, divisions and launches are sent to other nodes. Flows in:
 * values of the packages below, or bytes from an untrusted sender. Flows out: bytes, or such
 * values. It never knows how bytes are sent.
 */
@NullMarked
package dev.slipstream.model.wire;

import org.jspecify.annotations.NullMarked;
