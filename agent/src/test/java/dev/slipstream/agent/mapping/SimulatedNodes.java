package dev.slipstream.agent.mapping;

import dev.slipstream.compiler.analysis.mapper.LoopMappers;
import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.mapper.Division;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.MappedAccess;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.RecordedGraph;
import dev.slipstream.runtime.graph.command.Command;
import dev.slipstream.runtime.graph.command.CommandGraph;
import dev.slipstream.runtime.graph.command.CommandOptions;
import dev.slipstream.runtime.graph.command.EvenSplitter;
import dev.slipstream.runtime.graph.command.TransferId;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.BufferUse;
import dev.slipstream.runtime.graph.task.BufferUses;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.StepHorizons;
import dev.slipstream.runtime.graph.task.SubmissionWindow;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.TaskGraph;
import dev.slipstream.runtime.graph.task.TaskId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The command graphs of nodes that divide the loops of a Java program among them. */
final class SimulatedNodes {
  private final List<CommandGraph> graphs = new ArrayList<>();
  private final List<RecordedGraph<Command>> recorded = new ArrayList<>();
  private final Map<Object, Buffer> buffers = new IdentityHashMap<>();
  private final List<TaskId> tasks = new ArrayList<>();
  private final List<LoopMappers> mappers = new ArrayList<>();
  private final TaskGraph taskGraph;

  private SimulatedNodes(int nodes, int chunksPerNode) {
    CommandOptions options = new CommandOptions(nodes, chunksPerNode, new EvenSplitter());
    for (int rank = 0; rank < nodes; rank++) {
      RecordedGraph<Command> own = new RecordedGraph<>();
      recorded.add(own);
      graphs.add(new CommandGraph(new NodeId(rank), options, own));
    }
    taskGraph =
        new TaskGraph(
            StepHorizons.USUAL, SubmissionWindow.UNBOUNDED, new RecordedGraph<>(), this::generate);
  }

  private void generate(Task task) {
    graphs.forEach(graph -> graph.generate(task));
  }

  /** Runs a method body, whose loops are divided along one loop each. */
  static SimulatedNodes rows(int nodes, int chunksPerNode, String body) {
    return run(nodes, chunksPerNode, /* tiles= */ false, body);
  }

  /** Runs a method body, whose loops are divided in tiles. */
  static SimulatedNodes tiles(int nodes, String body) {
    return run(nodes, 1, /* tiles= */ true, body);
  }

  private static SimulatedNodes run(int nodes, int chunksPerNode, boolean tiles, String body) {
    SimulatedNodes simulated = new SimulatedNodes(nodes, chunksPerNode);
    for (JavaLoops.Reached reached : JavaLoops.run(body)) {
      simulated.submit(reached, tiles);
    }
    return simulated;
  }

  private void submit(JavaLoops.Reached reached, boolean tiles) {
    LoopMappers found = reached.kernel().mappers(reached.start(), reached.captures()).orElseThrow();
    Division loop = found.division(tiles);
    List<BufferAccess> accesses = new ArrayList<>();
    for (ArrayMapper array : found.arrays()) {
      Object captured = reached.captures()[array.parameters().iterator().next()];
      Box domain = array.shape().domain();
      Buffer buffer =
          buffers.computeIfAbsent(
              captured,
              a ->
                  new Buffer(
                      new BufferId(buffers.size()),
                      array.name(),
                      domain,
                      InitialContents.UNWRITTEN,
                      new ElementSize(8, true)));
      if (!buffer.domain().equals(domain)) {
        throw new AssertionError(array.name() + " is " + buffer.domain() + " and " + domain);
      }
      for (MappedAccess access : loop.accesses(array)) {
        accesses.add(new BufferAccess(buffer, access.mode(), access.mapper()));
      }
    }
    Geometry geometry = loop.geometry();
    BufferUses uses = new BufferUses(accesses, geometry.space());
    String name = reached.kernel().name().toString();
    mappers.add(found);
    tasks.add(taskGraph.submit(id -> new LoopTask(id, name, geometry, uses)).id());
  }

  /** Returns the elements of an array that more than one chunk of a loop writes. */
  Region overlappingWrites(int loop, String array) {
    Region overlap = Region.EMPTY;
    Region written = Region.EMPTY;
    for (int rank = 0; rank < recorded.size(); rank++) {
      for (Command.Execution execution : executions(rank, loop)) {
        Chunk chunk = new Chunk(execution.chunk(), execution.task().geometry().space());
        for (BufferUse use : execution.task().uses().all()) {
          if (use.buffer().name().equals(array)) {
            overlap = overlap.union(written.intersection(use.produced(chunk)));
            written = written.union(use.produced(chunk));
          }
        }
      }
    }
    return overlap;
  }

  /** The lines of a loop's mappers, by its place in the program. */
  List<String> lines(int loop) {
    return mappers.get(loop).lines();
  }

  private Buffer buffer(String name) {
    return buffers.values().stream().filter(b -> b.name().equals(name)).findFirst().orElseThrow();
  }

  Region domain(String array) {
    return Region.of(buffer(array).domain());
  }

  <C extends Command> List<C> on(int rank, Class<C> type) {
    return recorded.get(rank).payloads().values().stream()
        .filter(type::isInstance)
        .map(type::cast)
        .toList();
  }

  /** Returns the pushes of an array for a loop's task. */
  List<Command.Push> pushes(int rank, int loop, String array) {
    TransferId transfer = new TransferId(tasks.get(loop), buffer(array).id());
    return on(rank, Command.Push.class).stream()
        .filter(push -> push.transfer().equals(transfer))
        .toList();
  }

  List<Command.AwaitPush> awaits(int rank, int loop, String array) {
    TransferId transfer = new TransferId(tasks.get(loop), buffer(array).id());
    return on(rank, Command.AwaitPush.class).stream()
        .filter(await -> await.transfer().equals(transfer))
        .toList();
  }

  List<Command.Execution> executions(int rank, int loop) {
    return on(rank, Command.Execution.class).stream()
        .filter(execution -> execution.task().id().equals(tasks.get(loop)))
        .toList();
  }

  int pushes() {
    int pushes = 0;
    for (int rank = 0; rank < recorded.size(); rank++) {
      pushes += on(rank, Command.Push.class).size();
    }
    return pushes;
  }

  /** Whether a command depends on another one, directly or not. */
  boolean follows(int rank, Command later, Command earlier) {
    Set<Long> seen = new HashSet<>();
    Deque<Long> open = new ArrayDeque<>(List.of(later.id()));
    while (!open.isEmpty()) {
      for (RecordedGraph.Edge edge : recorded.get(rank).dependenciesOf(open.remove())) {
        if (seen.add(edge.on())) {
          open.add(edge.on());
        }
      }
    }
    return seen.contains(earlier.id());
  }
}
