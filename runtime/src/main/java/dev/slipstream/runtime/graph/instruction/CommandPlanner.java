package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.command.Command;
import dev.slipstream.runtime.graph.task.TaskReduction;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds out what a command needs before any instruction is made for it: who runs which part of it,
 * and what must be allocated. It knows nothing of what is allocated already.
 */
final class CommandPlanner {
  private final DeviceSplit split;
  private final InstructionOptions options;

  CommandPlanner(InstructionOptions options) {
    split = new DeviceSplit(options);
    this.options = options;
  }

  /**
   * Plans a command.
   *
   * @throws MemoryShortageException if a part of it needs more than the budget of its device
   */
  Pending.Planned plan(Command command) {
    if (command instanceof Command.Horizon
        || command instanceof Command.Fence
        || command instanceof Command.Epoch) {
      return new Pending.Planned(command, List.of(), List.of());
    }
    List<Part> parts = List.of();
    List<Demand> demands = new ArrayList<>();
    if (command instanceof Command.Execution execution) {
      parts = split.parts(execution.task(), execution.chunk());
      for (int i = 0; i < parts.size(); i++) {
        demand(parts.get(i), demands);
        checkBudget(execution.task(), parts.get(i));
      }
      if (parts.size() > 1) {
        for (TaskReduction reduction : execution.task().uses().reductions()) {
          demands.add(new Demand(MemoryId.HOST, reduction.buffer(), List.of(Box.SCALAR)));
        }
      }
    } else if (command instanceof Command.Push push) {
      demand(push.buffer(), union(push), demands);
    } else if (command instanceof Command.AwaitPush await && !await.partialResults()) {
      demand(await.buffer(), await.region(), demands);
    } else if (command instanceof Command.Reduce reduce) {
      demand(reduce.reduction().buffer(), Region.of(Box.SCALAR), demands);
    }
    return new Pending.Planned(command, parts, demands);
  }

  static Region union(Command.Push push) {
    List<Box> boxes = new ArrayList<>();
    for (Region region : push.targets().values()) {
      boxes.addAll(region.boxes());
    }
    return Region.of(boxes);
  }

  private static void demand(Buffer buffer, Region region, List<Demand> demands) {
    if (!region.isEmpty()) {
      demands.add(new Demand(MemoryId.HOST, buffer, BoxGroups.connected(region)));
    }
  }

  private static void demand(Part part, List<Demand> demands) {
    List<Footprint> footprints = part.footprints();
    for (int i = 0; i < footprints.size() && !part.memory().equals(MemoryId.HEAP); i++) {
      Footprint footprint = footprints.get(i);
      if (!footprint.boxes().isEmpty()) {
        demands.add(new Demand(part.memory(), footprint.buffer(), footprint.boxes()));
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
      long size = options.elementBytes().applyAsLong(footprint.buffer());
      for (Box box : BoxGroups.joinOverlapping(footprint.boxes())) {
        needed = Math.addExact(needed, Math.multiplyExact(size, box.area()));
      }
    }
    if (needed > budget) {
      throw new MemoryShortageException(task.name(), part.memory(), needed, budget);
    }
  }
}
