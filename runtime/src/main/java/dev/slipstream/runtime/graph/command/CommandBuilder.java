package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.LiveGraph;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Vertex;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The command graph under construction: its vertices, its epoch, and the state of the buffers. */
final class CommandBuilder extends LiveGraph<Command> {
  private final NodeId local;
  private final Map<BufferId, BufferState> buffers = new HashMap<>();

  /** The state of buffers that no command has used since. */
  private final Map<BufferId, BufferVersions> resumed = new HashMap<>();

  CommandBuilder(NodeId local, GraphRecorder<Command> recorder) {
    super(recorder);
    this.local = local;
  }

  /** Continues from a state, with its horizon or epoch as the first vertex. */
  CommandBuilder(CommandState state, GraphRecorder<Command> recorder) {
    super(recorder, state.command());
    local = state.node();
    for (BufferVersions versions : state.buffers()) {
      resumed.put(versions.buffer().id(), versions);
    }
  }

  NodeId local() {
    return local;
  }

  BufferState state(Buffer buffer) {
    BufferState state = buffers.get(buffer.id());
    if (state == null) {
      state = create(buffer);
      buffers.put(buffer.id(), state);
    }
    state.collapse(epoch());
    return state;
  }

  private BufferState create(Buffer buffer) {
    BufferVersions known = resumed.get(buffer.id());
    return known == null
        ? new BufferState(buffer, local, epoch())
        : new BufferState(known, local, epoch());
  }

  /** The state of all buffers. */
  List<BufferVersions> versions() {
    Map<BufferId, BufferVersions> all = new TreeMap<>(Comparator.comparingLong(BufferId::number));
    all.putAll(resumed);
    buffers.forEach((id, state) -> all.put(id, state.versions()));
    return List.copyOf(all.values());
  }

  void forget(BufferId buffer) {
    buffers.remove(buffer);
    resumed.remove(buffer);
  }

  void overwrite(Vertex<Command> from, BufferState state, Region region) {
    overwrite(from, state.readersOf(region), state.writersOf(region));
  }
}
