package dev.slipstream.runtime.coherence;

import dev.slipstream.model.kernel.ArrayBytes;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.execution.Ticker;
import java.lang.ref.SoftReference;
import java.lang.reflect.Array;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The record from which results that may be lost with another node are recomputed, together with
 * this node's part. It contains what arrays held when a loop first used them, what the host has
 * written since, and all loops, in order. As in databases, the journal starts anew after a
 * checkpoint from time to time. A checkpoint is the contents of all arrays at one point, copied to
 * this node into separate arrays. Guarded by the lock of {@link Coherence}.
 *
 * <p>Off until {@link #start}: failures of this node's own devices are too rare to justify copies
 * of all arrays. {@link LoopLog} covers them.
 */
final class Journal {
  /** Roughly the size of one loop's entry. */
  private static final long LOOP_BYTES = 1_024;

  /** Checkpoints may take at most one part in this many of the time. */
  private static final int TIMES_CHECKPOINT = 20;

  private static final long LEAST_NANOS = Duration.ofSeconds(10).toNanos();

  private final long mostBytes;
  private final Ticker ticker;
  private final Runnable givenUp;
  private boolean on;
  private boolean started;
  private SoftReference<Kept> kept = new SoftReference<>(new Kept());

  /** The parts of buffers that the host may have written since they were last kept. */
  private final Map<TrackedBuffer, Region> touched = new HashMap<>();

  /** What loops have written since the last checkpoint. */
  private Set<TrackedBuffer> changed = new LinkedHashSet<>();

  /** The buffers that were kept for the loop that is about to be submitted. */
  private final Set<TrackedBuffer> fresh = new HashSet<>();

  private long bytes;
  private long leastBytes;
  private long nextAt;

  /** The contents of the journal; dropped when the program needs the memory. */
  private static final class Kept {
    private List<Entry> entries = new ArrayList<>();
    private @Nullable Checkpoint checkpoint;
  }

  /** An event. */
  private sealed interface Entry {
    /** How much memory the entry takes. */
    long bytes();
  }

  /** Elements that were fresh on the host at this place. */
  private record Held(TrackedBuffer buffer, Region part, Object elements, long bytes)
      implements Entry {}

  /** A loop. */
  private record Ran(List<TrackedBuffer> buffers, Repetition repetition) implements Entry {
    @Override
    public long bytes() {
      return LOOP_BYTES;
    }
  }

  /**
   * Copies of arrays as they were at this place, which the program asked for; by their positions.
   */
  private record Wanted(TrackedBuffer buffer, PendingCopies.Part copy, Map<Integer, Object> copies)
      implements Entry {
    @Override
    public long bytes() {
      return LOOP_BYTES;
    }
  }

  /**
   * The contents of all arrays after a number of entries.
   *
   * @param contents of arrays that loops have written; some copies may be pending
   * @param unchanged arrays that loops have only read
   */
  private record Checkpoint(
      int entries,
      long began,
      Map<TrackedBuffer, Object> contents,
      Set<TrackedBuffer> unchanged,
      List<BufferStream.CopyOut> copies) {
    /** Whether {@link #await} would return, or throw, immediately. */
    boolean isOver() {
      for (BufferStream.CopyOut copy : copies) {
        if (!copy.isOver()) {
          return false;
        }
      }
      return true;
    }

    /**
     * @throws ExecutionFailedException if some copies fail
     */
    void await() {
      for (BufferStream.CopyOut copy : copies) {
        copy.await();
      }
    }
  }

  /**
   * @param mostBytes how many bytes of the heap the journal may take
   * @param givenUp called when it would take more, or the program needs the memory
   */
  Journal(long mostBytes, Ticker ticker, Runnable givenUp) {
    this.mostBytes = mostBytes;
    this.ticker = ticker;
    this.givenUp = givenUp;
  }

  /** Starts the journal, before the first loop is submitted. */
  void start() {
    on = true;
    started = true;
    nextAt = ticker.nanoTime() + LEAST_NANOS;
    leastBytes = mostBytes / 2;
  }

  /** Whether it was started; then the log of loops is empty. */
  boolean isStarted() {
    return started;
  }

  /** Ends the journal: nothing is to be recomputed. */
  void end() {
    stop();
    started = false;
  }

  /** Drops all entries and accepts no more: what is lost after this cannot be recomputed. */
  void stop() {
    on = false;
    kept = new SoftReference<>(new Kept());
    touched.clear();
    changed.clear();
    bytes = 0;
  }

  private void giveUp() {
    stop();
    givenUp.run();
  }

  /** The contents; null if the journal is off, or the program needed the memory. */
  private @Nullable Kept kept() {
    Kept known = on ? kept.get() : null;
    if (on && known == null) {
      giveUp();
    }
    return known;
  }

  /** The host may write a part of a buffer without notice from now on. */
  void hostWrites(TrackedBuffer buffer, Region part) {
    if (on && touched.containsKey(buffer)) {
      touched.merge(buffer, part, Region::union);
    }
  }

  /**
   * Keeps the elements of a buffer that are fresh only on the host. Called before a loop uses the
   * buffer or the host has to announce its writes again.
   *
   * @param view the arrays of the buffer
   */
  void hold(TrackedBuffer buffer, Object view) {
    if (!on) {
      return;
    }
    Region part = touched.get(buffer);
    if (part == null && !buffer.hasLeftDevices()) {
      // Its array seemed to be collected and was found again, so its contents are unknown.
      giveUp();
      return;
    }
    if (part == null || (buffer.hasLeftDevices() && !fresh.contains(buffer))) {
      part = buffer.whole();
      fresh.add(buffer);
    }
    touched.put(buffer, Region.EMPTY);
    if (!part.isEmpty()) {
      hold(buffer, part, view);
    }
  }

  private void hold(TrackedBuffer buffer, Region part, Object view) {
    long wanted = ArrayBytes.of(view) / buffer.whole().area() * part.area();
    try {
      if (bytes + wanted <= mostBytes) {
        Object elements = HeldElements.take(view, part);
        add(new Held(buffer, part, elements, ArrayBytes.of(elements)));
        return;
      }
    } catch (OutOfMemoryError full) {
      // The memory is short because of the journal; the program alone would not need as much.
    }
    giveUp();
  }

  /** A loop was submitted. */
  void ran(List<LoopArray> arrays, Repetition repetition) {
    if (on) {
      List<TrackedBuffer> buffers = new ArrayList<>();
      for (LoopArray use : arrays) {
        buffers.add(use.buffer());
        if (use.writes()) {
          changed.add(use.buffer());
        }
      }
      add(new Ran(buffers, repetition));
    }
  }

  /**
   * The program asked for copies of arrays.
   *
   * @param copy is being made
   * @param copies by the positions of the arrays among the leaves of the buffer
   */
  void takes(TrackedBuffer buffer, PendingCopies.Part copy, Map<Integer, Object> copies) {
    if (on) {
      add(new Wanted(buffer, copy, copies));
    }
  }

  private void add(Entry entry) {
    Kept known = kept();
    if (known != null) {
      known.entries.add(entry);
      bytes += entry.bytes();
      if (bytes > mostBytes) {
        giveUp();
      }
    }
  }

  /**
   * Starts or completes a checkpoint if it is time. Called when a loop is about to be submitted.
   */
  void advance(FailStopBufferStream stream) {
    fresh.clear();
    Kept known = kept();
    if (known == null) {
      return;
    }
    Checkpoint begun = known.checkpoint;
    long now = ticker.nanoTime();
    if (begun == null) {
      if (!changed.isEmpty() && (bytes >= leastBytes || now - nextAt >= 0)) {
        begin(known, now, stream);
      }
    } else if (begun.isOver() && !isAnyWanted(known, begun)) {
      try {
        begun.await();
      } catch (ExecutionFailedException failed) {
        stream.fails(failed);
        return;
      }
      end(known, begun);
      nextAt = now + Math.max(LEAST_NANOS, TIMES_CHECKPOINT * (now - begun.began()));
    }
  }

  private void begin(Kept known, long now, FailStopBufferStream stream) {
    touched.keySet().removeIf(buffer -> buffer.hasLeftDevices() || buffer.array() == null);
    if (!hasRoom()) {
      nextAt = now + LEAST_NANOS;
      return;
    }
    try {
      copyAll(known, now, stream);
    } catch (OutOfMemoryError full) {
      giveUp();
    }
  }

  /** Whether the heap has room for twice what a checkpoint copies. */
  private boolean hasRoom() {
    long wanted = 0;
    for (TrackedBuffer buffer : changed) {
      Object array = touched.containsKey(buffer) ? buffer.array() : null;
      wanted += array == null ? 0 : ArrayBytes.of(array);
    }
    Runtime machine = Runtime.getRuntime();
    long used = machine.totalMemory() - machine.freeMemory();
    return wanted <= mostBytes && 2 * wanted <= machine.maxMemory() - used;
  }

  private void copyAll(Kept known, long now, FailStopBufferStream stream) {
    Map<TrackedBuffer, Object> contents = new LinkedHashMap<>();
    List<BufferStream.CopyOut> copies = new ArrayList<>();
    for (TrackedBuffer buffer : List.copyOf(changed)) {
      Object array = touched.containsKey(buffer) ? buffer.array() : null;
      if (array != null && !buffer.isStale()) {
        contents.put(buffer, HeldElements.take(array, buffer.whole()));
      } else if (array != null) {
        hold(buffer, array);
        Object copy = HeldElements.like(array);
        stream.copyOut(buffer.buffer(), buffer.whole(), array, copy).ifPresent(copies::add);
        // Elements that are fresh on the host are copied later, too.
        buffer.takeFromHost();
        contents.put(buffer, copy);
      }
    }
    if (on && !stream.hasFailed()) {
      Set<TrackedBuffer> unchanged = new HashSet<>(touched.keySet());
      unchanged.removeAll(contents.keySet());
      known.checkpoint = new Checkpoint(known.entries.size(), now, contents, unchanged, copies);
      changed = new LinkedHashSet<>();
    }
  }

  private static boolean isAnyWanted(Kept known, Checkpoint begun) {
    for (Entry entry : known.entries.subList(0, begun.entries())) {
      if (entry instanceof Wanted wanted && !wanted.copy().copying().isOver()) {
        return true;
      }
    }
    return false;
  }

  private void end(Kept known, Checkpoint begun) {
    known.checkpoint = null;
    Map<TrackedBuffer, Object> contents = new LinkedHashMap<>();
    for (Entry entry : known.entries.subList(0, begun.entries())) {
      if (entry instanceof Held held && begun.unchanged().contains(held.buffer())) {
        put(held, contents);
      }
    }
    contents.putAll(begun.contents());
    List<Entry> later = known.entries.subList(begun.entries(), known.entries.size());
    known.entries = new ArrayList<>();
    bytes = 0;
    contents.forEach(
        (buffer, elements) ->
            add(new Held(buffer, buffer.whole(), elements, ArrayBytes.of(elements))));
    later.forEach(this::add);
    leastBytes = bytes + (mostBytes - bytes) / 2;
  }

  /**
   * Recomputes everything in separate arrays, and copies stale elements from there into the
   * program's arrays. No other thread may write to these. Afterwards the journal is empty.
   *
   * @param stale the buffers with stale elements; those that are fresh in the end are marked so
   * @param reason why this is necessary
   */
  void restore(List<TrackedBuffer> stale, String reason) {
    Kept known = kept();
    if (known == null) {
      return;
    }
    Map<TrackedBuffer, Object> arrays = new HashMap<>();
    for (Entry entry : known.entries) {
      if (entry instanceof Held held) {
        put(held, arrays);
      } else if (entry instanceof Ran ran) {
        repeat(ran, arrays, reason);
      } else if (entry instanceof Wanted wanted && !wanted.copy().taken().isDone()) {
        give(wanted, arrays.get(wanted.buffer()));
      }
    }
    for (TrackedBuffer buffer : stale) {
      Object computed = arrays.get(buffer);
      Object array = buffer.array();
      if (array == null) {
        buffer.isOnHostAlone(buffer.whole());
      } else if (computed != null) {
        HeldElements.overwrite(array, buffer.away(), computed);
        buffer.isOnHostAlone(buffer.whole());
      }
    }
    stop();
  }

  private static void put(Held held, Map<TrackedBuffer, Object> arrays) {
    Object known = arrays.get(held.buffer());
    if (held.part().equals(held.buffer().whole())) {
      arrays.put(held.buffer(), held.elements());
    } else if (known != null) {
      HeldElements.put(held.elements(), held.part(), known);
    }
  }

  private static void repeat(Ran ran, Map<TrackedBuffer, Object> arrays, String reason) {
    List<Object> used = new ArrayList<>();
    for (TrackedBuffer buffer : ran.buffers()) {
      Object array = arrays.get(buffer);
      if (array != null) {
        used.add(array);
      }
    }
    boolean done = false;
    if (used.size() == ran.buffers().size()) {
      try {
        ran.repetition().run(used, reason);
        done = true;
      } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError failure) {
        // What the loop would have written is lost.
      }
    }
    for (int u = 0; !done && u < ran.buffers().size(); u++) {
      if (ran.repetition().accesses().get(u).writes()) {
        arrays.remove(ran.buffers().get(u));
      }
    }
  }

  private static void give(Wanted wanted, @Nullable Object array) {
    Optional<LeafShape> shape =
        array == null ? Optional.empty() : LeafShape.of(array, Integer.MAX_VALUE);
    if (shape.isPresent()) {
      @Nullable Object[] leaves = shape.get().leaves();
      wanted
          .copies()
          .forEach(
              (position, copy) -> {
                Object leaf = leaves[position];
                if (leaf != null) {
                  System.arraycopy(leaf, 0, copy, 0, Array.getLength(copy));
                }
              });
      wanted.copy().taken().done();
    }
  }
}
