package dev.slipstream.runtime.cluster;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.task.BufferUse;
import dev.slipstream.runtime.graph.task.HostTask;
import dev.slipstream.runtime.graph.task.WorkTask;
import dev.slipstream.runtime.scheduling.HeapArrays;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Digests of what host code has written: a number for each array that a loop reads and of which the
 * host may have written something since the last digest. Used by one thread at a time.
 */
final class HostContents {
  private static final long STEP = 0x9E3779B97F4A7C15L;

  /** Elements that the host may have written since their last digest. */
  private final Map<BufferId, Region> written = new HashMap<>();

  /** Notes that an array has become a buffer, filled by the host. */
  void created(Buffer buffer) {
    written.put(buffer.id(), Region.of(buffer.domain()));
  }

  /** Notes that no later task uses a buffer. */
  void forgotten(BufferId buffer) {
    written.remove(buffer);
  }

  /** Notes that the host is going to write elements. */
  void writes(HostTask task) {
    for (BufferUse use : task.uses().all()) {
      written.merge(use.buffer().id(), use.produced(), Region::union);
    }
  }

  /**
   * The digests of what a loop, or a divided host task, is going to read of what the host has
   * written.
   *
   * @return for each of its buffers a number; 0 if the host has written nothing
   */
  List<Long> readBy(WorkTask task, HeapArrays arrays) {
    List<Long> contents = new ArrayList<>();
    for (BufferUse use : task.uses().all()) {
      BufferId id = use.buffer().id();
      Region open = written.getOrDefault(id, Region.EMPTY);
      Region read = open.intersection(use.consumed());
      contents.add(read.isEmpty() ? 0 : arrays.array(id).map(all -> of(all, read)).orElse(0L));
      if (!open.isEmpty()) {
        written.put(id, open.difference(read).difference(use.produced()));
      }
    }
    return contents;
  }

  /** A number that is very unlikely to be equal for parts of arrays with different elements. */
  static long of(Object array, Region region) {
    long sum = 1;
    for (Box box : region.boxes()) {
      sum = sum * STEP + of(array, (int) box.min0(), (int) box.max0());
    }
    return sum;
  }

  private static long of(@Nullable Object array, int from, int to) {
    long sum = 0;
    if (array instanceof double[] all) {
      for (int i = from; i < to; i++) {
        sum += term(Double.doubleToRawLongBits(all[i]), i);
      }
    } else if (array instanceof float[] all) {
      for (int i = from; i < to; i++) {
        sum += term(Float.floatToRawIntBits(all[i]), i);
      }
    } else if (array instanceof long[] all) {
      for (int i = from; i < to; i++) {
        sum += term(all[i], i);
      }
    } else if (array instanceof int[] all) {
      for (int i = from; i < to; i++) {
        sum += term(all[i], i);
      }
    } else if (array instanceof byte[] all) {
      for (int i = from; i < to; i++) {
        sum += term(all[i], i);
      }
    } else if (array instanceof short[] all) {
      for (int i = from; i < to; i++) {
        sum += term(all[i], i);
      }
    } else if (array instanceof char[] all) {
      for (int i = from; i < to; i++) {
        sum += term(all[i], i);
      }
    } else if (array instanceof boolean[] all) {
      for (int i = from; i < to; i++) {
        sum += term(all[i] ? 1 : 0, i);
      }
    } else if (array instanceof Object[] rows) {
      for (int i = from; i < to; i++) {
        sum += term(rows[i] == null ? STEP : of(rows[i], 0, length(rows[i])), i);
      }
    }
    return sum;
  }

  private static int length(Object array) {
    return Array.getLength(array);
  }

  /** The terms do not depend on each other, so they are computed as fast as elements are read. */
  private static long term(long bits, int index) {
    long mixed = (bits ^ (bits >>> 32) ^ STEP) * ((2L * index + 1) * STEP);
    return mixed ^ (mixed >>> 29);
  }
}
