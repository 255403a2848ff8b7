package dev.slipstream.runtime.cluster;

import dev.slipstream.runtime.graph.task.BufferAccess;
import dev.slipstream.runtime.graph.task.BufferUse;
import dev.slipstream.runtime.graph.task.FenceTask;
import dev.slipstream.runtime.graph.task.HostTask;
import dev.slipstream.runtime.graph.task.LoopTask;
import dev.slipstream.runtime.graph.task.MarkTask;
import dev.slipstream.runtime.graph.task.Task;
import dev.slipstream.runtime.graph.task.WorkTask;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The tasks since the last horizon on which all ranks agree, each with a digest of everything that
 * has to be the same on every rank. Thread-safe.
 */
final class TaskRing {
  private static final long FACTOR = 0x2545F4914F6CDD1DL;

  private record Entry(Task task, List<Object> scalars, List<Long> contents, String lastLoop) {}

  private final Deque<Entry> entries = new ArrayDeque<>();
  private final List<Long> unsent = new ArrayList<>();
  private long count;
  private String lastLoop = "";

  /** Digests that were not sent yet, and the index of the first of them. */
  record Unsent(long first, List<Long> digests) {}

  /**
   * Adds the next task.
   *
   * @param scalars the arguments of a loop that are no arrays
   * @param contents digests of what the host has written and the task reads
   */
  synchronized void add(Task task, List<Object> scalars, List<Long> contents) {
    entries.add(new Entry(task, scalars, contents, lastLoop));
    unsent.add(digest(task, scalars, contents));
    count++;
    lastLoop = task instanceof LoopTask loop ? loop.name() : lastLoop;
  }

  private static long digest(Task task, List<Object> scalars, List<Long> contents) {
    if (task instanceof MarkTask mark) {
      return mark.kind().name().hashCode();
    }
    WorkTask work = (WorkTask) task;
    long digest = work.name().hashCode();
    for (BufferAccess access : work.uses().accesses()) {
      digest = digest * FACTOR + access.buffer().id().number();
      digest = digest * FACTOR + access.mode().name().hashCode();
    }
    if (work instanceof LoopTask loop) {
      digest = digest * FACTOR + loop.geometry().space().hashCode();
      digest = digest * FACTOR + loop.chunks().size() + (loop.isReplicated() ? 1 : 0);
      for (Object scalar : scalars) {
        digest = digest * FACTOR + scalar.hashCode();
      }
    } else if (work instanceof FenceTask || (work instanceof HostTask host && host.isDivided())) {
      for (BufferUse use : work.uses().all()) {
        digest = digest * FACTOR + use.consumed().hashCode();
        digest = digest * FACTOR + use.produced().hashCode();
      }
    }
    for (long each : contents) {
      digest = digest * FACTOR + each;
    }
    return digest ^ (digest >>> 31);
  }

  /** Takes the digests that were not sent yet. */
  synchronized Unsent takeUnsent() {
    Unsent taken = new Unsent(count - unsent.size(), List.copyOf(unsent));
    unsent.clear();
    return taken;
  }

  /** The number of tasks up to now. */
  synchronized long count() {
    return count;
  }

  /** The last loop; empty if there was none. */
  synchronized String lastLoop() {
    return lastLoop;
  }

  /** Notes that all ranks agree on what is before a task. */
  synchronized void agreedBefore(long task) {
    while (!entries.isEmpty() && entries.peek().task().id().number() < task) {
      entries.remove();
    }
  }

  /**
   * Returns a description of a task.
   *
   * @param place its index among all tasks, from 0 on
   * @return empty if it was not submitted yet, or was agreed upon long ago
   */
  synchronized Optional<TaskView> view(long place) {
    long skipped = count - entries.size();
    for (Entry entry : entries) {
      if (skipped++ == place) {
        return Optional.of(
            TaskView.of(entry.task(), entry.scalars(), entry.contents(), entry.lastLoop()));
      }
    }
    return Optional.empty();
  }
}
