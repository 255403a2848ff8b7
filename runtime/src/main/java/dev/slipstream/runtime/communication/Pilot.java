package dev.slipstream.runtime.communication;

import dev.slipstream.model.region.Box;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.TransferId;

/**
 * Announces a message to the node that receives it, when it is planned. A receiver with the pilot
 * receives the message directly into its destination.
 *
 * @param message the message that will follow
 * @param transfer the transfer that it belongs to
 * @param to the receiver
 * @param box the elements of the buffer; when parts of a reduction are gathered, an empty box means
 *     that the sender has none and that no message follows
 */
public record Pilot(MessageId message, TransferId transfer, NodeId to, Box box) {}
