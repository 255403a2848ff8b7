package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.command.Command;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.BufferUse;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the needs of a command before instructions are created for it: how its chunk is divided
 * among the devices of the node, and what must be allocated. The host has no part in the division.
 * It does not know what is allocated already.
 */
final class CommandPlanner {
  /**
   * A command for which instructions will be created.
   *
   * @param command the command
   * @param parts the parts that devices or the host run; empty if the command is not an execution
   * @param demands what must be allocated for it
   */
  record Planned(Command command, List<Part> parts, List<Footprint> demands) {}

  private final InstructionOptions options;

  CommandPlanner(InstructionOptions options) {
    this.options = options;
  }

  /**
   * Plans a command.
   *
   * @throws MemoryShortageException if a part of it needs more than the budget of its device
   */
  Planned plan(Command command) {
    if (command instanceof Command.Mark || command instanceof Command.Fence) {
      return new Planned(command, List.of(), List.of());
    }
    List<Part> parts = List.of();
    List<Footprint> demands = new ArrayList<>();
    if (command instanceof Command.Execution execution) {
      parts = parts(execution.task(), execution.chunk());
      for (int i = 0; i < parts.size(); i++) {
        demand(parts.get(i), demands);
        checkBudget(execution.task(), parts.get(i));
      }
    } else if (command instanceof Command.Push push) {
      demand(push.buffer(), union(push), demands);
    } else if (command instanceof Command.AwaitPush await) {
      demand(await.buffer(), await.region(), demands);
    }
    return new Planned(command, parts, demands);
  }

  static Region union(Command.Push push) {
    List<Box> boxes = new ArrayList<>();
    for (Region region : push.targets().values()) {
      boxes.addAll(region.boxes());
    }
    return Region.of(boxes);
  }

  private static void demand(Buffer buffer, Region region, List<Footprint> demands) {
    if (!region.isEmpty()) {
      demands.add(Footprint.of(MemoryId.HOST, buffer, BoxGroups.connected(region)));
    }
  }

  private static void demand(Part part, List<Footprint> demands) {
    List<Footprint> footprints = part.footprints();
    for (int i = 0; i < footprints.size() && !part.memory().equals(MemoryId.HEAP); i++) {
      Footprint footprint = footprints.get(i);
      if (!footprint.boxes().isEmpty()) {
        demands.add(footprint);
      }
    }
  }

  private void checkBudget(WorkTask task, Part part) {
    if (!part.memory().isDevice()) {
      return;
    }
    long budget = options.topology().devices().get(part.device()).budget();
    if (budget == NodeTopology.UNLIMITED) {
      return;
    }
    long needed = 0;
    for (Footprint footprint : part.footprints()) {
      for (Box box : BoxGroups.joinOverlapping(footprint.boxes())) {
        needed = Math.addExact(needed, footprint.buffer().bytes(box.area()));
      }
    }
    if (needed > budget) {
      throw new MemoryShortageException(task.name(), part.memory(), needed, budget);
    }
  }

  private List<Part> parts(WorkTask task, Box box) {
    NodeTopology topology = options.topology();
    if (!(task instanceof LoopTask loop)) {
      return List.of(part(task, 0, topology.hostTasks(), box));
    }
    List<Box> boxes = split(loop, box);
    List<Part> parts = new ArrayList<>(boxes.size());
    for (int i = 0; i < boxes.size(); i++) {
      int device = topology.firstSharing() + i;
      if (loop.geometry().splitting() == Splitting.WHOLE) {
        device = chosen(loop, box);
      }
      parts.add(part(task, device, topology.devices().get(device).memory(), boxes.get(i)));
    }
    return parts;
  }

  private int chosen(LoopTask task, Box box) {
    int devices = options.topology().devices().size();
    int device = options.scheduling().device(task, box, devices);
    if (device < 0 || device >= devices) {
      throw new IllegalStateException(
          "the scheduling policy "
              + options.scheduling()
              + " chose device "
              + device
              + " for "
              + task.name()
              + ", and there are devices 0 to "
              + (devices - 1));
    }
    return device;
  }

  private List<Box> split(LoopTask task, Box box) {
    int devices = options.topology().sharing();
    Geometry whole = task.geometry();
    if (devices == 1 || whole.splitting() == Splitting.WHOLE) {
      return List.of(box);
    }
    Geometry geometry =
        new Geometry(box, whole.granularity0(), whole.granularity1(), whole.splitting());
    return options.splitter().split(geometry, devices);
  }

  private Part part(WorkTask task, int device, MemoryId memory, Box box) {
    Chunk chunk = new Chunk(box, task.geometry().space());
    List<BufferAccess> accesses = task.uses().accesses();
    List<Region> accessed = new ArrayList<>(accesses.size());
    for (int i = 0; i < accesses.size(); i++) {
      accessed.add(accesses.get(i).region(chunk));
    }
    List<BufferUse> uses = task.uses().all();
    List<Footprint> footprints = new ArrayList<>(uses.size());
    for (int i = 0; i < uses.size(); i++) {
      footprints.add(footprint(memory, uses.get(i).buffer(), accesses, accessed, isShared(task)));
    }
    return new Part(device, memory, chunk, accessed, footprints);
  }

  private static boolean isShared(WorkTask task) {
    return task instanceof LoopTask loop && loop.geometry().splitting() != Splitting.WHOLE;
  }

  private Footprint footprint(
      MemoryId memory,
      Buffer buffer,
      List<BufferAccess> accesses,
      List<Region> accessed,
      boolean shared) {
    Region consumed = Region.EMPTY;
    Region produced = Region.EMPTY;
    List<Box> boxes = new ArrayList<>(2);
    Box all = Box.EMPTY;
    for (int i = 0; i < accesses.size(); i++) {
      BufferAccess access = accesses.get(i);
      Region region = accessed.get(i);
      if (access.buffer().id().number() == buffer.id().number() && !region.isEmpty()) {
        consumed = access.mode().consumes() ? consumed.union(region) : consumed;
        produced = access.mode().produces() ? produced.union(region) : produced;
        boxes.add(region.boundingBox());
        all = all.bounding(region.boundingBox());
      }
    }
    return new Footprint(
        memory, buffer, consumed, produced, contiguous(buffer, boxes, all, shared));
  }

  private List<Box> contiguous(Buffer buffer, List<Box> boxes, Box all, boolean shared) {
    if (boxes.isEmpty()) {
      return boxes;
    }
    return switch (options.contiguity()) {
      case ACCESS -> boxes;
      case BUFFER -> List.of(all);
      case WHOLE -> List.of(buffer.domain());
      case CHUNK -> List.of(shared && isDivisible(buffer) ? all : buffer.domain());
    };
  }

  private boolean isDivisible(Buffer buffer) {
    return buffer.size().equal() && buffer.bytes(buffer.domain().area()) >= options.leastDivided();
  }
}
