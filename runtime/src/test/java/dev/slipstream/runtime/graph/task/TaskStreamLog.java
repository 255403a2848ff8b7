package dev.slipstream.runtime.graph.task;

import dev.slipstream.model.mapper.Geometry;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Hashes the stream of tasks, so that ranks can notice that their programs diverge. The hash covers
 * everything that decides what nodes send each other: names, iterations, and which elements of
 * which buffers a task needs and writes. It is the same on all machines.
 */
public final class TaskStreamLog implements Consumer<Task> {
  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private final Consumer<StreamSegment> segments;
  private List<StreamSegment.Entry> tasks = new ArrayList<>();
  private long streamHash;

  /**
   * Creates a log.
   *
   * @param segments receives a segment at each horizon and epoch
   */
  public TaskStreamLog(Consumer<StreamSegment> segments) {
    this.segments = segments;
  }

  @Override
  public void accept(Task task) {
    if (task instanceof WorkTask work) {
      long hash = hash(work);
      tasks.add(new StreamSegment.Entry(work.id(), work.name(), hash));
      streamHash = mix(streamHash, hash);
    } else {
      streamHash = mix(streamHash, ((MarkTask) task).isEpoch() ? 1 : 2);
      segments.accept(new StreamSegment(task.id(), streamHash, tasks));
      tasks = new ArrayList<>();
    }
  }

  private static long hash(WorkTask task) {
    long hash = mix(kind(task), task.name().hashCode());
    Geometry geometry = task.geometry();
    hash = mix(hash, geometry.space());
    hash = mix(mix(hash, geometry.granularity0()), geometry.granularity1());
    hash =
        mix(
            hash,
            switch (geometry.splitting()) {
              case WHOLE -> 0;
              case ROWS -> 1;
              case TILES -> 2;
            });
    for (BufferUse use : task.uses().all()) {
      hash = mix(hash, use.buffer().id().number());
      hash = mix(hash, use.buffer().domain());
      hash = mix(mix(hash, use.consumed()), use.produced());
    }
    return hash;
  }

  private static long kind(WorkTask task) {
    return task instanceof LoopTask ? 1 : task instanceof HostTask ? 3 : 2;
  }

  private static long mix(long hash, Region region) {
    long mixed = mix(hash, region.size());
    for (Box box : region.boxes()) {
      mixed = mix(mixed, box);
    }
    return mixed;
  }

  private static long mix(long hash, Box box) {
    long mixed = hash;
    for (int axis = 0; axis < Box.AXES; axis++) {
      mixed = mix(mix(mixed, box.min(axis)), box.max(axis));
    }
    return mixed;
  }

  private static long mix(long hash, long value) {
    long mixed = (hash ^ value) * FACTOR;
    return Long.rotateLeft(mixed ^ (mixed >>> 32), 29);
  }
}
