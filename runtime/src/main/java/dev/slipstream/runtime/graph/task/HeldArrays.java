package dev.slipstream.runtime.graph.task;

import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A window that is also full when pending loops hold host arrays of more than an eighth of the
 * heap. The program may have dropped these arrays, and they cannot be collected before the loops
 * are executed. A loop whose arrays are all held already never waits for that, since it holds
 * nothing more. So programs that keep using the same large arrays still run ahead. The limit may be
 * exceeded by the arrays of a single loop. Used by the submitting thread.
 *
 * <p>So that there is always a horizon to wait for, {@link #horizons} creates one when the loops
 * since the last one use arrays of more than half of the limit. That is a pure function of the
 * stream of tasks and of the limit, which must be the same on all nodes.
 */
public final class HeldArrays implements SubmissionWindow {
  /** Pending loops may hold one part in this many of the heap. */
  private static final int PART_OF_HEAP = 8;

  /** An array and the last loop that uses it. */
  private record Held(TaskId last, long bytes) {}

  private final SubmissionWindow window;
  private final long limit;

  /** Ordered by their last use, the oldest first. */
  private final Map<BufferId, Held> held = new LinkedHashMap<>();

  private long heldBytes;
  private List<BufferUse> announced = List.of();
  private long bytesSinceMark;
  private TaskId mark = new TaskId(0);

  /**
   * Bounds the arrays that pending loops hold.
   *
   * @param window bounds the rest
   * @param heapBytes the maximum size of the heap, as {@link Runtime#maxMemory()} returns it
   */
  public HeldArrays(SubmissionWindow window, long heapBytes) {
    this.window = window;
    this.limit = heapBytes / PART_OF_HEAP;
  }

  /**
   * Announces the arrays that the next loop uses, or into which the next fence copies; called
   * before the submission.
   *
   * @param uses its accesses to buffers
   */
  public void announce(BufferUses uses) {
    announced = uses.all();
  }

  /** The bytes that the announced loop would hold in addition. */
  private long announcedBytes() {
    long bytes = 0;
    for (int i = 0; i < announced.size(); i++) {
      if (!held.containsKey(announced.get(i).buffer().id())) {
        bytes += bytes(announced.get(i).buffer());
      }
    }
    return bytes;
  }

  /** Notes that a task was submitted, or a horizon or epoch was created. */
  public void submitted(Task task) {
    if (task instanceof LoopTask loop) {
      for (BufferUse use : loop.uses().all()) {
        hold(loop.id(), use.buffer());
      }
      announced = List.of();
    } else if (task instanceof FenceTask fence && fence.copy().isPresent()) {
      hold(fence.id(), fence.copy().get());
      announced = List.of();
    } else if (!(task instanceof WorkTask)) {
      mark = task.id();
      bytesSinceMark = 0;
    }
  }

  private void hold(TaskId task, Buffer buffer) {
    Held before = held.remove(buffer.id());
    long bytes = before == null ? bytes(buffer) : before.bytes();
    held.put(buffer.id(), new Held(task, bytes));
    heldBytes += before == null ? bytes : 0;
    if (before == null || before.last().number() < mark.number()) {
      bytesSinceMark += bytes;
    }
  }

  private long bytes(Buffer buffer) {
    return buffer.bytes(buffer.domain().area());
  }

  /**
   * Returns a policy with additional horizons, for loops with large arrays.
   *
   * @param usual the policy without these
   * @return the policy
   */
  public HorizonPolicy horizons(HorizonPolicy usual) {
    return need -> usual.due(need) || bytesSinceMark > limit / 2;
  }

  @Override
  public boolean isFull(Fill fill) {
    return window.isFull(fill) || (heldBytes > 0 && fill.outstanding() > 0 && holdsTooMuch());
  }

  private boolean holdsTooMuch() {
    long brought = announcedBytes();
    return brought > 0 && heldBytes + brought > limit;
  }

  @Override
  public Optional<TaskId> nextReached() {
    Optional<TaskId> task = window.nextReached();
    if (task.isPresent()) {
      reached(task.get());
    }
    return task;
  }

  @Override
  public TaskId awaitReached(Fill fill) {
    TaskId task = window.awaitReached(fill);
    reached(task);
    return task;
  }

  private void reached(TaskId task) {
    Iterator<Held> oldest = held.values().iterator();
    while (oldest.hasNext()) {
      Held next = oldest.next();
      if (next.last().number() > task.number()) {
        return;
      }
      heldBytes -= next.bytes();
      oldest.remove();
    }
  }

  /**
   * Returns how much pending loops hold.
   *
   * @return bytes of arrays, each counted once
   */
  public long heldBytes() {
    return heldBytes;
  }
}
