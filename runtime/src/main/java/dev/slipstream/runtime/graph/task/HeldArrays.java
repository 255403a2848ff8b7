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
 * heap: the program may have dropped them, and they cannot be collected before the loops are
 * executed. A loop whose arrays are all held already never waits for that, since it holds no more;
 * so programs that go on with the same large arrays keep their lead. What is held may be more than
 * the limit by what a single loop brings. Used by the submitting thread.
 *
 * <p>So that there is always a horizon to wait for, {@link #horizons} makes one when the loops
 * since the last one use arrays of more than half of the limit. That is a pure function of the
 * stream of tasks and of the limit, which must be the same on all nodes.
 */
public final class HeldArrays implements SubmissionWindow {
  /** Pending loops may hold this part of the heap. */
  private static final int PART_OF_HEAP = 8;

  /** An array and the last loop that uses it. */
  private record Held(TaskId last, long bytes) {}

  private final SubmissionWindow window;
  private final long limit;

  /** By their last use, the oldest first. */
  private final Map<BufferId, Held> held = new LinkedHashMap<>();

  private long heldBytes;
  private List<BufferUse> announced = List.of();
  private long bytesSinceMark;
  private TaskId mark = new TaskId(0);

  /**
   * Bounds what pending loops hold.
   *
   * @param window bounds the rest
   * @param heapBytes the most bytes that the heap can have, as {@link Runtime#maxMemory()} says
   */
  public HeldArrays(SubmissionWindow window, long heapBytes) {
    this.window = window;
    this.limit = heapBytes / PART_OF_HEAP;
  }

  /**
   * Says what the next loop uses, or into what the next fence copies; called before it is
   * submitted.
   *
   * @param uses what it does with buffers
   */
  public void announce(BufferUses uses) {
    announced = uses.all();
  }

  /** What the announced loop would hold that is not held yet. */
  private long announcedBytes() {
    long bytes = 0;
    for (int i = 0; i < announced.size(); i++) {
      if (!held.containsKey(announced.get(i).buffer().id())) {
        bytes += bytes(announced.get(i).buffer());
      }
    }
    return bytes;
  }

  /** A task was submitted, or a horizon or epoch was made. */
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
   * Returns a policy with further horizons, for loops with large arrays.
   *
   * @param usual the policy without
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
   * Says how much pending loops hold.
   *
   * @return bytes of arrays, each counted once
   */
  public long heldBytes() {
    return heldBytes;
  }
}
