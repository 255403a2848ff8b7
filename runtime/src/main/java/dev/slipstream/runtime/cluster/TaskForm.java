package dev.slipstream.runtime.cluster;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.ChunkElements;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.model.wire.WireReader;
import dev.slipstream.model.wire.WireWriter;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.BufferUses;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.HostTask;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.TaskId;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.List;
import java.util.function.LongFunction;

/**
 * The wire form of tasks and buffers. It does not include what a loop computes, or the array into
 * which a fence copies.
 */
final class TaskForm {
  private static final int MOST = 1 << 20;

  private TaskForm() {}

  /** Writes a buffer, without its array. */
  static void write(WireWriter out, Buffer buffer) {
    out.number(buffer.id().number());
    out.text(buffer.name());
    out.number(buffer.domain().extent(0));
    out.number(buffer.size().bytes());
    out.flag(buffer.size().equal());
  }

  /** Reads a buffer, whose elements are on the first node. */
  static Buffer buffer(WireReader in) {
    return new Buffer(
        new BufferId(in.number("a buffer's number", 0, Long.MAX_VALUE)),
        in.text("a buffer's name"),
        Box.of(0, in.integer("a buffer's length", 0, Integer.MAX_VALUE)),
        InitialContents.ON_FIRST_NODE,
        new ElementSize(
            in.number("the size of elements", 1, Long.MAX_VALUE),
            in.flag("whether elements are of the same size")));
  }

  /** Writes a task. */
  static void write(WireWriter out, Task task) {
    out.number(task.id().number());
    if (task instanceof MarkTask mark) {
      out.octet('M');
      one(out, mark.kind());
    } else if (task instanceof LoopTask loop) {
      out.octet('L');
      out.text(loop.name());
      geometry(out, loop.geometry());
      boxes(out, loop.chunks());
      accesses(out, loop);
    } else {
      out.octet(task instanceof FenceTask ? 'F' : 'H');
      out.text(((WorkTask) task).name());
      accesses(out, (WorkTask) task);
    }
  }

  private static void geometry(WireWriter out, Geometry geometry) {
    box(out, geometry.space());
    out.number(geometry.granularity0());
    out.number(geometry.granularity1());
    one(out, geometry.splitting());
  }

  private static void accesses(WireWriter out, WorkTask task) {
    out.list(
        task.uses().accesses(),
        access -> {
          out.number(access.buffer().id().number());
          one(out, access.mode());
          if (access.mapper() instanceof ChunkElements elements) {
            out.flag(true);
            out.list(elements.regions(), region -> boxes(out, region.boxes()));
          } else if (access.mapper() instanceof RangeMapper.Fixed fixed) {
            out.flag(false);
            boxes(out, fixed.region().boxes());
          } else {
            throw new IllegalArgumentException(
                task.name() + " has a range mapper without a wire form: " + access.mapper());
          }
        });
  }

  private static void boxes(WireWriter out, List<Box> boxes) {
    out.list(boxes, box -> box(out, box));
  }

  /** Writes the outermost axis, and the others if there are any. */
  private static void box(WireWriter out, Box box) {
    boolean flat = box.equals(Box.of(box.min0(), box.max0()));
    out.flag(flat);
    out.number(box.min0());
    out.number(box.extent(0));
    for (int axis = 1; axis < Box.AXES && !flat; axis++) {
      out.number(box.min(axis));
      out.number(box.extent(axis));
    }
  }

  /**
   * Reads a task.
   *
   * @param buffers returns the buffer of a number
   */
  static Task task(WireReader in, LongFunction<Buffer> buffers) {
    TaskId id = new TaskId(in.number("a task's number", 0, Long.MAX_VALUE));
    int kind = in.octet("a task's kind");
    return switch (kind) {
      case 'M' -> new MarkTask(id, one(in, "a mark's kind", MarkTask.Kind.values()));
      case 'L' -> loop(in, id, buffers);
      case 'F' ->
          new FenceTask(
              id,
              in.text("a fence's name"),
              FenceTask.Reach.FIRST_NODE,
              uses(in, buffers, List.of(), Box.SCALAR));
      case 'H' ->
          new HostTask(
              id,
              in.text("a task's name"),
              Geometry.of(Box.SCALAR, Splitting.WHOLE),
              uses(in, buffers, List.of(), Box.SCALAR));
      default -> throw in.wrong("there is no such kind of task");
    };
  }

  private static LoopTask loop(WireReader in, TaskId id, LongFunction<Buffer> buffers) {
    String name = in.text("a loop's name");
    Box space = box(in);
    Geometry geometry =
        new Geometry(
            space,
            in.number("a granularity", 1, Long.MAX_VALUE),
            in.number("a granularity", 1, Long.MAX_VALUE),
            one(in, "a splitting", Splitting.values()));
    List<Box> chunks = boxes(in);
    return new LoopTask(id, name, geometry, uses(in, buffers, chunks, space), chunks);
  }

  private static BufferUses uses(
      WireReader in, LongFunction<Buffer> buffers, List<Box> chunks, Box space) {
    List<BufferAccess> accesses = in.list("accesses", 0, MOST, () -> access(in, buffers, chunks));
    return new BufferUses(accesses, space);
  }

  private static BufferAccess access(
      WireReader in, LongFunction<Buffer> buffers, List<Box> chunks) {
    Buffer buffer = buffers.apply(in.number("a buffer's number"));
    AccessMode mode = one(in, "a mode", AccessMode.values());
    if (!in.flag("whether chunks differ")) {
      return new BufferAccess(buffer, mode, new RangeMapper.Fixed(Region.of(boxes(in))));
    }
    List<Region> regions =
        in.list("regions", chunks.size(), chunks.size(), () -> Region.of(boxes(in)));
    return new BufferAccess(buffer, mode, new ChunkElements(chunks, regions));
  }

  private static List<Box> boxes(WireReader in) {
    return in.list("boxes", 0, MOST, () -> box(in));
  }

  private static Box box(WireReader in) {
    boolean flat = in.flag("whether a box has one axis");
    long[] ends = {0, 1, 0, 1, 0, 1};
    for (int axis = 0; axis < (flat ? 1 : Box.AXES); axis++) {
      ends[2 * axis] = in.number("where a box begins", -Integer.MAX_VALUE, Integer.MAX_VALUE);
      ends[2 * axis + 1] = ends[2 * axis] + in.number("a box's length", 0, 2L * Integer.MAX_VALUE);
    }
    return new Box(ends[0], ends[1], ends[2], ends[3], ends[4], ends[5]);
  }

  private static void one(WireWriter out, Enum<?> value) {
    out.text(value.name());
  }

  private static <T extends Enum<T>> T one(WireReader in, String what, T[] values) {
    String name = in.text(what);
    for (T value : values) {
      if (value.name().equals(name)) {
        return value;
      }
    }
    throw in.wrong("there is no " + what.substring(2) + " " + name);
  }
}
