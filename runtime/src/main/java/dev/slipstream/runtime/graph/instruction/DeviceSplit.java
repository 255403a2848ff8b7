package dev.slipstream.runtime.graph.instruction;

import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.BufferUse;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.ArrayList;
import java.util.List;

/** Divides the chunk of a command among the devices of the node. The host does not share one. */
final class DeviceSplit {
  private final InstructionOptions options;

  DeviceSplit(InstructionOptions options) {
    this.options = options;
  }

  List<Part> parts(WorkTask task, Box box) {
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
    return whole.splitting() == Splitting.ROWS
        ? options.rows().split(geometry, devices)
        : options.tiles().split(geometry, devices);
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
      BufferUse use = uses.get(i);
      footprints.add(
          use instanceof BufferUse.Reduced
              ? new Footprint(
                  use.buffer(), use.consumed(chunk), use.produced(chunk), List.of(Box.SCALAR))
              : footprint(use.buffer(), accesses, accessed, isShared(task)));
    }
    return new Part(device, memory, chunk, accessed, footprints);
  }

  private static boolean isShared(WorkTask task) {
    return task instanceof LoopTask loop && loop.geometry().splitting() != Splitting.WHOLE;
  }

  private Footprint footprint(
      Buffer buffer, List<BufferAccess> accesses, List<Region> accessed, boolean shared) {
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
    return new Footprint(buffer, consumed, produced, contiguous(buffer, boxes, all, shared));
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
    return !options.unequal().test(buffer)
        && options.elementBytes().applyAsLong(buffer) * buffer.domain().area()
            >= options.leastDivided();
  }
}
