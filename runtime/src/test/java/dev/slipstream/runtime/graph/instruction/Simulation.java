package dev.slipstream.runtime.graph.instruction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.model.region.RegionMap;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.RecordedGraph;
import dev.slipstream.runtime.graph.instruction.SimulatedMemory.Start;
import dev.slipstream.runtime.graph.instruction.SimulatedMemory.Value;
import dev.slipstream.runtime.graph.instruction.SimulatedMemory.Written;
import dev.slipstream.runtime.graph.task.BufferUse;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * Runs the instructions of all nodes in a random order that their dependencies allow, with memories
 * that track the origin of each value. Whatever a task reads must be what it would read if the
 * tasks ran in sequence in one memory. Instructions only use allocated memory, no memory exceeds
 * its budget, and no two accesses race.
 */
final class Simulation {
  /** What is omitted from the graphs, to check that the simulation notices it. */
  record Fault(
      BiPredicate<RecordedGraph<Instruction>, RecordedGraph.Edge> edge,
      Predicate<Instruction> effect) {
    static final Fault NONE = new Fault((graph, edge) -> false, instruction -> false);
  }

  private final Machines machines;
  private final Random random;
  private final Fault fault;
  private final boolean allocateFirst;
  private final Network network = new Network();
  private final Map<TaskId, Map<BufferId, RegionMap<Value>>> expected = new HashMap<>();
  private final Set<Buffer> copies = new HashSet<>();
  private final List<NodeRun> runs = new ArrayList<>();

  Simulation(Machines machines, Random random, Fault fault) {
    this.machines = machines;
    this.random = random;
    this.fault = fault;
    // The order with the largest use of memory must fit, too.
    allocateFirst = random.nextBoolean();
    runInOrder();
  }

  /** Computes what every task finds when tasks run in sequence. */
  private void runInOrder() {
    Map<BufferId, RegionMap<Value>> memory = new HashMap<>();
    for (Task task : machines.stream()) {
      if (task instanceof WorkTask work && !work.geometry().space().isEmpty()) {
        Map<BufferId, RegionMap<Value>> found = new HashMap<>();
        for (BufferUse use : work.uses().all()) {
          found.put(use.buffer().id(), copy(values(memory, use.buffer())));
        }
        expected.put(task.id(), found);
        for (BufferUse use : work.uses().all()) {
          values(memory, use.buffer()).update(use.produced(), new Written(task.id().number()));
        }
        if (work instanceof FenceTask fence) {
          fence.copy().ifPresent(copies::add);
        }
      }
    }
  }

  private static RegionMap<Value> values(Map<BufferId, RegionMap<Value>> memory, Buffer buffer) {
    return memory.computeIfAbsent(buffer.id(), id -> new RegionMap<>(buffer.domain(), new Start()));
  }

  private static RegionMap<Value> copy(RegionMap<Value> map) {
    RegionMap<Value> copy = new RegionMap<>(map.domain(), new Start());
    map.forEach(map.domain(), copy::update);
    return copy;
  }

  void run() {
    for (Machines.Node node : machines.nodes()) {
      OrderCheck order =
          new OrderCheck(node.recorded(), edge -> !fault.edge().test(node.recorded(), edge));
      order.check();
      order.checkBudgets(machines.options().topology());
      runs.add(new NodeRun(node));
    }
    int left = runs.stream().mapToInt(run -> run.left).sum();
    while (left > 0) {
      boolean progress = false;
      int first = random.nextInt(runs.size());
      for (int i = 0; i < runs.size() && !progress; i++) {
        progress = runs.get((first + i) % runs.size()).step();
      }
      assertThat(progress).as("some instruction can run; %s wait", left).isTrue();
      left--;
    }
    network.checkIsEmpty();
    runs.forEach(run -> run.memory.checkAllIsFreed());
  }

  /** The state of one node. */
  private final class NodeRun {
    private final Machines.Node node;
    private final SimulatedMemory memory;
    private final Map<Buffer, Allocation> heaps;
    private final Map<Long, Integer> waitsFor = new HashMap<>();
    private final Map<Long, List<Instruction>> successors = new HashMap<>();
    private final List<Instruction> ready = new ArrayList<>();
    private int left;

    NodeRun(Machines.Node node) {
      this.node = node;
      memory = new SimulatedMemory(machines.options().topology(), node.id().rank() == 0, copies);
      heaps = OrderCheck.heaps(node.recorded().payloads().values());
      for (Instruction instruction : node.recorded().payloads().values()) {
        left++;
        long id = instruction.id();
        for (RecordedGraph.Edge edge : node.recorded().dependenciesOf(id)) {
          if (!fault.edge().test(node.recorded(), edge)) {
            waitsFor.merge(id, 1, Integer::sum);
            successors.computeIfAbsent(edge.on(), on -> new ArrayList<>()).add(instruction);
          }
        }
        if (!waitsFor.containsKey(id)) {
          ready.add(instruction);
        }
      }
    }

    boolean step() {
      List<Instruction> can = new ArrayList<>(ready);
      can.removeIf(instruction -> !hasArrived(instruction));
      if (can.isEmpty()) {
        return false;
      }
      if (allocateFirst) {
        List<Instruction> preferred = new ArrayList<>(can);
        preferred.removeIf(instruction -> !(instruction instanceof Instruction.Allocate));
        if (preferred.isEmpty()) {
          preferred.addAll(can);
          preferred.removeIf(Instruction.Free.class::isInstance);
        }
        can = preferred.isEmpty() ? can : preferred;
      }
      Instruction instruction = can.get(random.nextInt(can.size()));
      ready.remove(instruction);
      if (!fault.effect().test(instruction)) {
        run(instruction);
      }
      for (Instruction later : successors.getOrDefault(instruction.id(), List.of())) {
        if (waitsFor.merge(later.id(), -1, Integer::sum) == 0) {
          ready.add(later);
        }
      }
      left--;
      return true;
    }

    private boolean hasArrived(Instruction instruction) {
      if (instruction instanceof Instruction.Receive receive) {
        return network.hasArrived(node.id(), receive.transfer(), receive.region());
      } else if (instruction instanceof Instruction.AwaitReceive await) {
        return network.hasArrived(node.id(), await.transfer(), await.region());
      }
      return true;
    }

    private void run(Instruction instruction) {
      if (instruction instanceof Instruction.Allocate allocate) {
        memory.allocate(allocate.allocation(), allocate.bytes());
      } else if (instruction instanceof Instruction.Free free) {
        memory.free(free.allocation());
      } else if (instruction instanceof Instruction.Copy copy) {
        assertThat(
                machines
                    .options()
                    .topology()
                    .isDirect(copy.source().memory(), copy.destination().memory()))
            .as("%s is possible", copy)
            .isTrue();
        memory.write(copy.destination(), memory.read(copy.source(), copy.region()));
      } else if (instruction instanceof Instruction.Clear clear) {
        assertThat(clear.destination().buffer().contents()).isEqualTo(InitialContents.UNWRITTEN);
        memory.write(clear.destination(), clear.region(), new Start());
      } else if (instruction instanceof Instruction.Kernel kernel) {
        assertThat(machines.options().topology().devices().get(kernel.device()).memory())
            .isEqualTo(memoryOf(kernel.bindings(), kernel.device()));
        work(kernel.task(), kernel.chunk(), kernel.bindings());
      } else if (instruction instanceof Instruction.HostWork host) {
        work(host.task(), host.chunk(), host.bindings());
      } else if (instruction instanceof Instruction.Fence fence) {
        for (BufferUse use : fence.task().uses().all()) {
          Buffer seen = fence.task().copy().orElse(use.buffer());
          check(fence.task(), use.buffer(), heaps.get(seen), use.consumed());
        }
      } else {
        exchange(instruction);
      }
    }

    private MemoryId memoryOf(List<Binding> bindings, int device) {
      List<Allocation> all = new ArrayList<>();
      bindings.forEach(binding -> binding.allocation().ifPresent(all::add));
      return all.isEmpty()
          ? machines.options().topology().devices().get(device).memory()
          : all.get(0).memory();
    }

    private void exchange(Instruction instruction) {
      if (instruction instanceof Instruction.Send send) {
        Region box = Region.of(send.pilot().box());
        network.send(node.id(), send.pilot(), memory.read(send.source(), box));
      } else if (instruction instanceof Instruction.Receive receive) {
        memory.write(
            receive.destination(),
            network.receive(node.id(), receive.transfer(), receive.region(), true));
      } else if (instruction instanceof Instruction.SplitReceive receive) {
        memory.write(receive.destination(), receive.region(), new SimulatedMemory.Garbage());
      } else if (instruction instanceof Instruction.AwaitReceive await) {
        memory.write(
            await.destination(),
            network.receive(node.id(), await.transfer(), await.region(), false));
      }
    }

    private void check(WorkTask task, Buffer buffer, Allocation allocation, Region region) {
      RegionMap<Value> values = expected.get(task.id()).get(buffer.id());
      assertThat(memory.read(allocation, region))
          .as("what %s reads of %s on %s in %s", task, buffer.name(), node.id(), allocation)
          .isEqualTo(values.query(region));
    }

    private void work(WorkTask task, Box box, List<Binding> bindings) {
      Chunk chunk = new Chunk(box, task.geometry().space());
      for (Binding binding : bindings) {
        assertThat(binding.region()).isEqualTo(binding.access().region(chunk));
        if (binding.allocation().isPresent() && binding.access().mode().consumes()) {
          check(task, binding.access().buffer(), binding.allocation().get(), binding.region());
        }
      }
      for (Binding binding : bindings) {
        if (binding.allocation().isPresent() && binding.access().mode().produces()) {
          memory.write(
              binding.allocation().get(), binding.region(), new Written(task.id().number()));
        }
      }
    }
  }
}
