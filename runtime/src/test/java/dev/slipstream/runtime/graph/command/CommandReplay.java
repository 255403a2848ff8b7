package dev.slipstream.runtime.graph.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.model.region.RegionMap;
import dev.slipstream.model.region.RegionMap.Entry;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.RecordedGraph;
import dev.slipstream.runtime.graph.task.BufferUse;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Runs the commands of all nodes in a random order that their dependencies allow, with memory that
 * contains, for each element, the task that wrote it. Each read must find what it would find if the
 * tasks ran in sequence on one node.
 */
final class CommandReplay {
  private static final long START = 0;

  private final Cluster cluster;
  private final Random random;
  private final Map<TaskId, Map<BufferId, RegionMap<Long>>> before = new HashMap<>();
  private final List<Map<BufferId, RegionMap<Long>>> memories = new ArrayList<>();
  private final Map<TransferId, Map<NodeId, List<Message>>> mail = new HashMap<>();

  private record Message(NodeId from, Region region, List<Entry<Long>> values) {}

  CommandReplay(Cluster cluster, Random random) {
    this.cluster = cluster;
    this.random = random;
    runInOrder();
    cluster.nodes().forEach(node -> memories.add(new HashMap<>()));
  }

  /** Computes what every task finds when tasks run in sequence. */
  private void runInOrder() {
    Map<BufferId, RegionMap<Long>> memory = new HashMap<>();
    for (Task task : cluster.stream()) {
      if (task instanceof WorkTask work && !work.geometry().space().isEmpty()) {
        Map<BufferId, RegionMap<Long>> found = new HashMap<>();
        for (BufferUse use : work.uses().all()) {
          found.put(use.buffer().id(), copy(memory(memory, use.buffer())));
        }
        before.put(task.id(), found);
        for (BufferUse use : work.uses().all()) {
          memory(memory, use.buffer()).update(use.produced(), task.id().number());
        }
      }
    }
  }

  private static RegionMap<Long> memory(Map<BufferId, RegionMap<Long>> memory, Buffer buffer) {
    return memory.computeIfAbsent(buffer.id(), id -> new RegionMap<>(buffer.domain(), START));
  }

  private static RegionMap<Long> copy(RegionMap<Long> map) {
    RegionMap<Long> copy = new RegionMap<>(map.domain(), START);
    map.forEach(map.domain(), copy::update);
    return copy;
  }

  void run() {
    List<List<Command>> waiting = new ArrayList<>();
    List<Map<Long, Boolean>> done = new ArrayList<>();
    for (Cluster.Node node : cluster.nodes()) {
      waiting.add(new ArrayList<>(node.recorded().payloads().values()));
      done.add(new HashMap<>());
    }
    int left = waiting.stream().mapToInt(List::size).sum();
    while (left > 0) {
      boolean progress = false;
      int first = random.nextInt(waiting.size());
      for (int i = 0; i < waiting.size() && !progress; i++) {
        int rank = (first + i) % waiting.size();
        progress = runOne(rank, waiting.get(rank), done.get(rank));
      }
      assertThat(progress).as("some command can run; waiting: %s", waiting).isTrue();
      left--;
    }
    assertThat(mail).as("everything that was sent was received").isEmpty();
  }

  private boolean runOne(int rank, List<Command> waiting, Map<Long, Boolean> done) {
    List<Command> ready =
        new ArrayList<>(
            waiting.stream().limit(40).filter(command -> isReady(rank, command, done)).toList());
    if (ready.isEmpty()) {
      return false;
    }
    Command command = ready.get(random.nextInt(ready.size()));
    run(rank, command);
    waiting.remove(command);
    done.put(command.id(), true);
    return true;
  }

  private boolean isReady(int rank, Command command, Map<Long, Boolean> done) {
    RecordedGraph<Command> recorded = cluster.node(rank).recorded();
    return recorded.dependenciesOf(command.id()).stream()
            .allMatch(edge -> done.containsKey(edge.on()))
        && (!(command instanceof Command.AwaitPush await) || hasArrived(rank, await));
  }

  private List<Message> arrived(int rank, TransferId transfer) {
    return mail.getOrDefault(transfer, Map.of()).getOrDefault(new NodeId(rank), List.of());
  }

  private boolean hasArrived(int rank, Command.AwaitPush await) {
    List<Message> messages = arrived(rank, await.transfer());
    Region all = Region.EMPTY;
    Region region = Region.EMPTY;
    for (Message message : messages) {
      assertThat(all.intersects(message.region())).as("nothing arrives twice").isFalse();
      all = all.union(message.region());
      if (isPartOf(await, message)) {
        region = region.union(message.region());
      }
    }
    assertThat(await.region().contains(region)).as("what is awaited is not more").isTrue();
    return region.equals(await.region());
  }

  /** Whether a message belongs to this command and not to another one. */
  private static boolean isPartOf(Command.AwaitPush await, Message message) {
    return message.region().intersects(await.region());
  }

  private void run(int rank, Command command) {
    if (command instanceof Command.Execution execution) {
      runChunk(rank, execution.task(), execution.chunk());
    } else if (command instanceof Command.Fence fence) {
      runChunk(rank, fence.task(), Box.SCALAR);
    } else if (command instanceof Command.Push push) {
      push.targets().forEach((to, region) -> send(rank, push, to, region));
    } else if (command instanceof Command.AwaitPush await) {
      receive(rank, await);
    }
  }

  private void runChunk(int rank, WorkTask task, Box box) {
    Chunk chunk = new Chunk(box, task.geometry().space());
    for (BufferUse use : task.uses().all()) {
      RegionMap<Long> memory = memory(memories.get(rank), use.buffer());
      assertThat(memory.query(use.consumed(chunk)))
          .as("what %s reads on node %s of %s", task, rank, use.buffer().name())
          .isEqualTo(before.get(task.id()).get(use.buffer().id()).query(use.consumed(chunk)));
    }
    for (BufferUse use : task.uses().all()) {
      memory(memories.get(rank), use.buffer()).update(use.produced(chunk), task.id().number());
    }
  }

  private void send(int rank, Command.Push push, NodeId to, Region region) {
    RegionMap<Long> memory = memory(memories.get(rank), push.buffer());
    mail.computeIfAbsent(push.transfer(), id -> new HashMap<>())
        .computeIfAbsent(to, node -> new ArrayList<>())
        .add(new Message(new NodeId(rank), region, memory.query(region)));
  }

  private void receive(int rank, Command.AwaitPush await) {
    RegionMap<Long> memory = memory(memories.get(rank), await.buffer());
    List<Message> all = mail.get(await.transfer()).get(new NodeId(rank));
    List<Message> received = all.stream().filter(message -> isPartOf(await, message)).toList();
    all.removeAll(received);
    for (Message message : received) {
      message.values().forEach(entry -> memory.update(entry.box(), entry.value()));
    }
    mail.get(await.transfer()).values().removeIf(List::isEmpty);
    mail.values().removeIf(Map::isEmpty);
  }
}
