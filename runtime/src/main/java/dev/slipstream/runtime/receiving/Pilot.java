package dev.slipstream.runtime.receiving;

import dev.slipstream.runtime.command.TransferId;
import dev.slipstream.runtime.region.Box;

/**
 * Announces a message; sent when the message is planned.
 *
 * @param message the message that will follow
 * @param transfer what it belongs to
 * @param box the elements; where parts of a reduction are gathered, an empty one says that the
 *     sender has none and that no message follows
 */
public record Pilot(MessageId message, TransferId transfer, Box box) {}
