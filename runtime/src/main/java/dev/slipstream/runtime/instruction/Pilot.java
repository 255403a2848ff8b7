package dev.slipstream.runtime.instruction;

import dev.slipstream.runtime.command.TransferId;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.region.Box;

/**
 * Announces a message to the node that receives it, when it is planned. A receiver that has the
 * pilot puts the message where it belongs without a copy.
 *
 * @param message the message; of an empty box none follows
 * @param transfer what it belongs to
 * @param to who receives it
 * @param box the elements of the buffer; empty if this node contributes nothing to a reduction
 */
public record Pilot(MessageId message, TransferId transfer, NodeId to, Box box) {}
