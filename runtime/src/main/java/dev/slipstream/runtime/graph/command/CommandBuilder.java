package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.DependencyKind;
import dev.slipstream.runtime.graph.DependencyOrigin;
import dev.slipstream.runtime.graph.GraphRecorder;
import dev.slipstream.runtime.graph.LiveGraph;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.Vertex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The command graph while it is built: its vertices, its epoch, and the state of the buffers. */
final class CommandBuilder {
  private final NodeId local;
  private final LiveGraph<Command> graph;
  private final Map<BufferId, BufferState> buffers = new HashMap<>();

  /** What was known of buffers that no command has named since. */
  private final Map<BufferId, BufferVersions> resumed;

  private List<Vertex<Command>> batch = new ArrayList<>();
  private Optional<Vertex<Command>> epoch = Optional.empty();

  CommandBuilder(NodeId local, GraphRecorder<Command> recorder) {
    this.local = local;
    graph = new LiveGraph<>(recorder);
    resumed = Map.of();
  }

  /** Goes on from a state, with its horizon or epoch as the first vertex. */
  CommandBuilder(CommandState state, GraphRecorder<Command> recorder) {
    local = state.node();
    graph = new LiveGraph<>(recorder, state.command().number());
    resumed = new HashMap<>();
    state.buffers().forEach(versions -> resumed.put(versions.buffer().id(), versions));
  }

  NodeId local() {
    return local;
  }

  LiveGraph<Command> graph() {
    return graph;
  }

  Vertex<Command> add(Function<CommandId, Command> make) {
    Vertex<Command> vertex = graph.add(make.apply(new CommandId(graph.nextId())));
    batch.add(vertex);
    return vertex;
  }

  /** The commands that were added since this was called last. */
  List<Vertex<Command>> takeBatch() {
    List<Vertex<Command>> taken = batch;
    batch = new ArrayList<>();
    return taken;
  }

  Vertex<Command> epoch() {
    return epoch.orElseThrow(
        () -> new IllegalStateException("the stream of tasks must begin with an epoch"));
  }

  void epoch(Vertex<Command> newEpoch) {
    epoch = Optional.of(newEpoch);
  }

  /** The vertex that stands for another: the epoch if that is older. */
  Vertex<Command> standIn(Vertex<Command> vertex) {
    return vertex.id() < epoch().id() ? epoch() : vertex;
  }

  BufferState state(Buffer buffer) {
    BufferState state = buffers.computeIfAbsent(buffer.id(), id -> create(buffer));
    state.collapse(epoch());
    return state;
  }

  private BufferState create(Buffer buffer) {
    BufferVersions known = resumed.get(buffer.id());
    return known == null
        ? new BufferState(buffer, local, epoch())
        : new BufferState(known, local, epoch());
  }

  /** What is known of all buffers. */
  List<BufferVersions> versions() {
    Map<BufferId, BufferVersions> all = new TreeMap<>(Comparator.comparingLong(BufferId::number));
    all.putAll(resumed);
    buffers.forEach((id, state) -> all.put(id, state.versions()));
    return List.copyOf(all.values());
  }

  void forget(BufferId buffer) {
    buffers.remove(buffer);
    if (!resumed.isEmpty()) {
      resumed.remove(buffer);
    }
  }

  void need(Vertex<Command> from, Vertex<Command> on, DependencyOrigin origin) {
    graph.depend(from, on, DependencyKind.TRUE, origin);
  }

  void overwrite(Vertex<Command> from, BufferState state, Region region) {
    graph.overwrite(from, state.readersOf(region), state.writersOf(region));
  }

  /** Nothing may run before the epoch that it follows. */
  void needEpochIfNothingElse(Vertex<Command> vertex) {
    if (!vertex.needsAny()) {
      need(vertex, epoch(), DependencyOrigin.LAST_EPOCH);
    }
  }
}
