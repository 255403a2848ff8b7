package dev.slipstream.runtime.coherence;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;

/**
 * Copies arrays as they are at a point of the program. Elements on devices are copied after the
 * loops that were submitted before, into separate arrays: the program's arrays stay as they are.
 * Elements that are fresh on the host are copied immediately. Thread-safe.
 */
final class CopiedArrays {
  private final Lock lock;
  private final FailStopBufferStream stream;
  private final TrackedBuffers buffers;
  private final LoopLog log;
  private final Journal journal;
  private final Consumer<Object> home;

  /**
   * @param lock the lock of {@link Coherence}, which guards the other objects
   * @param home waits until the elements of an array are fresh on the host
   */
  CopiedArrays(
      Lock lock,
      FailStopBufferStream stream,
      TrackedBuffers buffers,
      LoopLog log,
      Journal journal,
      Consumer<Object> home) {
    this.lock = lock;
    this.stream = stream;
    this.buffers = buffers;
    this.log = log;
    this.journal = journal;
    this.home = home;
  }

  /**
   * Starts a copy.
   *
   * @param leaves arrays of primitives
   * @throws SlipstreamException if results are lost
   */
  PendingCopies copy(Iterable<?> leaves) {
    PendingCopies copies = new PendingCopies(this);
    List<Object> immediate = new ArrayList<>();
    lock.lock();
    try {
      buffers.removeCollected();
      Map<TrackedBuffer, Set<Object>> away = new LinkedHashMap<>();
      for (Object leaf : leaves) {
        TrackedBuffer buffer = buffers.of(leaf);
        if (buffer != null && mayWait(buffer, leaf)) {
          away.computeIfAbsent(buffer, known -> new LinkedHashSet<>()).add(leaf);
        } else {
          immediate.add(leaf);
        }
      }
      away.forEach((buffer, of) -> immediate.addAll(begin(buffer, of, parts(buffer, of), copies)));
    } finally {
      lock.unlock();
    }
    copyImmediately(immediate, copies);
    return copies;
  }

  /**
   * Starts a copy of some elements of an array of primitives into one of the same length.
   *
   * @param from the first element
   * @param to the index after the last one
   * @throws SlipstreamException if results are lost
   */
  PendingCopies copy(Object array, int from, int to) {
    PendingCopies copies = new PendingCopies(this);
    Region part = Region.of(Box.of(from, to));
    lock.lock();
    try {
      buffers.removeCollected();
      TrackedBuffer buffer = buffers.of(array);
      if (buffer != null && buffer.isFlat() && !buffer.isSynchronous()) {
        if (!buffer.isStale(part)) {
          copies.add(array, clone(array));
          return copies;
        }
        if (begin(buffer, Set.of(array), part, copies).isEmpty()) {
          return copies;
        }
      }
    } finally {
      lock.unlock();
    }
    copyImmediately(List.of(array), copies);
    return copies;
  }

  private void copyImmediately(Iterable<?> leaves, PendingCopies copies) {
    for (Object leaf : leaves) {
      home.accept(leaf);
      if (!copies.has(leaf)) {
        copies.add(leaf, clone(leaf));
      }
    }
  }

  /** Whether an array can be copied later, while the program goes on. */
  private boolean mayWait(TrackedBuffer buffer, Object leaf) {
    return buffer.isStale(part(buffer, leaf)) && !buffer.isSynchronous();
  }

  private Region parts(TrackedBuffer buffer, Set<Object> leaves) {
    Region parts = Region.EMPTY;
    for (Object leaf : leaves) {
      parts = parts.union(part(buffer, leaf));
    }
    return parts;
  }

  private Region part(TrackedBuffer buffer, Object leaf) {
    TrackedLeaf known = buffers.leaf(leaf);
    return known == null ? buffer.whole() : buffer.part(known, TrackedBuffer.ANY);
  }

  /** Starts the copies, and returns the arrays that have to be copied immediately. */
  private Set<Object> begin(
      TrackedBuffer buffer, Set<Object> leaves, Region part, PendingCopies copies) {
    Object view = buffer.view();
    if (view == null) {
      return leaves;
    }
    if (part.equals(buffer.whole()) && view instanceof Object[] rows) {
      // Rows that are arrays of arrays are copied with all their rows.
      leaves.addAll(LeafShape.reachedFrom(rows));
    }
    IdentityHashMap<Object, Object> made = new IdentityHashMap<>();
    for (Object leaf : leaves) {
      made.put(leaf, Array.newInstance(leaf.getClass().getComponentType(), Array.getLength(leaf)));
    }
    Object target = replaced(view, made);
    Optional<BufferStream.CopyOut> copying = stream.copyOut(buffer.buffer(), part, view, target);
    if (copying.isEmpty()) {
      return leaves;
    }
    // The elements that are fresh on the host are copied later, too, so the host must announce its
    // writes.
    journal.hold(buffer, view);
    buffer.takeFromHost();
    made.forEach(copies::add);
    LoopLog.Taken taken = log.takes(buffer, part, () -> made.forEach(CopiedArrays::fill));
    PendingCopies.Part copy = new PendingCopies.Part(taken, copying.get());
    journal.takes(buffer, copy, byPosition(made));
    copies.add(copy);
    return Set.of();
  }

  private Map<Integer, Object> byPosition(IdentityHashMap<Object, Object> made) {
    Map<Integer, Object> copies = new HashMap<>();
    made.forEach(
        (leaf, copy) -> {
          TrackedLeaf known = buffers.leaf(leaf);
          if (known != null) {
            copies.put(known.position(), copy);
          }
        });
    return copies;
  }

  private static Object replaced(Object array, IdentityHashMap<Object, Object> made) {
    if (!(array instanceof Object[] rows)) {
      return made.getOrDefault(array, array);
    }
    Object[] copy = rows.clone();
    for (int r = 0; r < copy.length; r++) {
      if (copy[r] != null) {
        copy[r] = replaced(copy[r], made);
      }
    }
    return copy;
  }

  private static void fill(Object array, Object copy) {
    System.arraycopy(array, 0, copy, 0, Array.getLength(array));
  }

  private static Object clone(Object array) {
    int length = Array.getLength(array);
    Object copy = Array.newInstance(array.getClass().getComponentType(), length);
    System.arraycopy(array, 0, copy, 0, length);
    return copy;
  }

  /**
   * Makes a copy after devices have failed, unless it was made when the host ran the loops again.
   *
   * @throws SlipstreamException if the copy is lost
   */
  void recover(LoopLog.Taken taken, ExecutionFailedException failure) {
    lock.lock();
    try {
      stream.fails(failure);
      if (!taken.isDone()) {
        throw stream.lostResults();
      }
    } finally {
      lock.unlock();
    }
  }
}
