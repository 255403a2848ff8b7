package dev.slipstream.runtime.communication;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.TransferId;

/**
 * Announces a message to the node that receives it, when it is planned. A receiver that has the
 * pilot puts the message where it belongs without a copy.
 *
 * @param message the message that will follow
 * @param transfer what it belongs to
 * @param to who receives it
 * @param box the elements of the buffer; where parts of a reduction are gathered, an empty one says
 *     that the sender has none and that no message follows
 */
public record Pilot(MessageId message, TransferId transfer, NodeId to, Box box) {}
