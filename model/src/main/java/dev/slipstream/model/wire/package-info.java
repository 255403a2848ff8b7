/**
 * The binary form in which kernels, divisions and launches go to other nodes. Flows in: values of
 * the packages below, or bytes that anybody may have sent. Flows out: bytes, or such values. It
 * never knows how bytes travel.
 */
@NullMarked
package dev.slipstream.model.wire;

import org.jspecify.annotations.NullMarked;
