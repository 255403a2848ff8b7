package dev.slipstream.runtime.graph.command;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.mapper.AccessMode;
import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.BufferUses;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.Mappers;
import dev.slipstream.runtime.graph.task.TaskGraph;
import java.util.List;

/** The six programs whose graphs are compared with those of the reference, at any length. */
public enum Shape {
  SOUP(100) {
    @Override
    public void submit(TaskGraph graph, int nodes, int tasks) {
      Buffer a = filled(0, nodes, tasks);
      Box space = Box.sized(nodes);
      for (int t = 0; t < tasks; t++) {
        RangeMapper column = ownRows(t, t + 1L);
        loop(graph, space, List.of(access(a, AccessMode.READ_WRITE, column)));
      }
    }
  },
  CHAIN(30) {
    @Override
    public void submit(TaskGraph graph, int nodes, int tasks) {
      Buffer a = filled(0, nodes, nodes);
      for (int t = 0; t < tasks; t++) {
        loop(
            graph,
            a.domain(),
            List.of(
                access(a, AccessMode.READ, Mappers.transposed()),
                access(a, AccessMode.WRITE, Mappers.oneToOne())));
      }
    }
  },
  EXPANDING(31) {
    @Override
    public void submit(TaskGraph graph, int nodes, int tasks) {
      int breadth = Integer.highestOneBit(tasks);
      for (int step = 1; step <= breadth; step *= 2) {
        level(graph, nodes, breadth, breadth / step);
      }
    }
  },
  CONTRACTING(31) {
    @Override
    public void submit(TaskGraph graph, int nodes, int tasks) {
      int breadth = Integer.highestOneBit(tasks);
      for (int step = 1; step <= breadth; step *= 2) {
        level(graph, nodes, breadth, step);
      }
    }
  },
  WAVE_SIM(203) {
    @Override
    public void submit(TaskGraph graph, int nodes, int tasks) {
      Buffer up = unwritten(0, 512, 512);
      Buffer u = unwritten(1, 512, 512);
      loop(graph, u.domain(), List.of(access(u, AccessMode.WRITE, Mappers.oneToOne())));
      loop(graph, up.domain(), List.of(access(up, AccessMode.WRITE, Mappers.oneToOne())));
      waveStep(graph, up, u);
      for (int t = 3; t < tasks; t++) {
        waveStep(graph, up, u);
        Buffer swap = u;
        u = up;
        up = swap;
      }
    }
  },
  JACOBI(51) {
    @Override
    public void submit(TaskGraph graph, int nodes, int tasks) {
      Buffer matrix = filled(0, 1024, 1024);
      Buffer b = filled(1, 1024);
      Buffer x = unwritten(2, 1024);
      Buffer next = unwritten(3, 1024);
      loop(graph, x.domain(), List.of(access(x, AccessMode.WRITE, Mappers.oneToOne())));
      for (int t = 1; t < tasks; t++) {
        loop(
            graph,
            matrix.domain(),
            List.of(
                access(matrix, AccessMode.READ, Mappers.oneToOne()),
                access(b, AccessMode.READ, Mappers.rows()),
                access(x, AccessMode.READ, Mappers.columns()),
                access(next, AccessMode.WRITE, Mappers.rows())));
        Buffer swap = next;
        next = x;
        x = swap;
      }
    }
  };

  /** The number of tasks in the reference, without horizons and epochs. */
  public final int tasks;

  Shape(int tasks) {
    this.tasks = tasks;
  }

  /** Submits the program's tasks, without explicit horizons or epochs. */
  public abstract void submit(TaskGraph graph, int nodes, int tasks);

  private static void waveStep(TaskGraph graph, Buffer up, Buffer u) {
    loop(
        graph,
        up.domain(),
        List.of(
            access(up, AccessMode.READ_WRITE, Mappers.oneToOne()),
            access(u, AccessMode.READ, Mappers.alongAxes(1))));
  }

  /**
   * Submits tasks that each read all rows of some columns and write their own rows of the same
   * columns.
   */
  private static void level(TaskGraph graph, int nodes, int breadth, int width) {
    Buffer a = filled(0, nodes, breadth);
    for (int offset = 0; offset < breadth; offset += width) {
      Box columns = Box.of(0, nodes, offset, (long) offset + width);
      loop(
          graph,
          Box.sized(nodes),
          List.of(
              access(a, AccessMode.READ, new RangeMapper.Fixed(Region.of(columns))),
              access(a, AccessMode.WRITE, ownRows(offset, (long) offset + width))));
    }
  }

  private static RangeMapper ownRows(long firstColumn, long lastColumn) {
    return (chunk, domain) ->
        Region.of(Box.of(chunk.box().min0(), chunk.box().max0(), firstColumn, lastColumn));
  }

  private static Buffer filled(long id, long... extents) {
    return new Buffer(
        new BufferId(id),
        "b" + id,
        Box.sized(extents),
        InitialContents.ON_EVERY_NODE,
        new ElementSize(8, true));
  }

  private static Buffer unwritten(long id, long... extents) {
    return new Buffer(
        new BufferId(id),
        "b" + id,
        Box.sized(extents),
        InitialContents.UNWRITTEN,
        new ElementSize(8, true));
  }

  private static BufferAccess access(Buffer buffer, AccessMode mode, RangeMapper mapper) {
    return new BufferAccess(buffer, mode, mapper);
  }

  private static void loop(TaskGraph graph, Box space, List<BufferAccess> accesses) {
    Geometry geometry = Geometry.of(space, Splitting.ROWS);
    graph.submit(id -> new LoopTask(id, "loop", geometry, new BufferUses(accesses, space)));
  }
}
