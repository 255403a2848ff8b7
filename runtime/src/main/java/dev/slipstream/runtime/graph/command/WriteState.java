package dev.slipstream.runtime.graph.command;

import dev.slipstream.runtime.graph.Vertex;

/**
 * The state of elements on a node.
 *
 * @param writer the local command that wrote or received them
 * @param fresh whether these are the program's current elements; if not, another node has them
 * @param replicated whether another node owns them, or every node had them from the start: this
 *     node does not send them
 */
record WriteState(Vertex<Command> writer, boolean fresh, boolean replicated) {
  static WriteState own(Vertex<Command> writer) {
    return new WriteState(writer, true, false);
  }

  static WriteState copy(Vertex<Command> writer) {
    return new WriteState(writer, true, true);
  }

  WriteState stale() {
    return fresh ? new WriteState(writer, false, false) : this;
  }

  WriteState by(Vertex<Command> standIn) {
    return new WriteState(standIn, fresh, replicated);
  }

  boolean isOwned() {
    return fresh && !replicated;
  }
}
