package dev.slipstream.runtime.graph.command;

import dev.slipstream.runtime.graph.Vertex;

/**
 * What a node knows of elements.
 *
 * @param writer the command that put here what is here
 * @param fresh whether that is what the program has there now; if not, another node has it
 * @param replicated whether another node owns it, or every node had it from the start: this one
 *     does not send it
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
