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
 * What is needed to compute again whatever may be lost with another node, and this node's part with
 * it: what arrays held when a loop first used them, what the host has written since, and all loops,
 * in their order. As databases do, it begins anew with a checkpoint now and then: what all arrays
 * hold at that point, which is brought to this node beside the arrays themselves. Guarded by the
 * lock of {@link Coherence}.
 *
 * <p>Off until {@link #start}: devices of this node are not expected to fail so often that copies
 * of all arrays pay; for them there is {@link LoopLog}.
 */
final class Journal {
  /** About what one loop takes here. */
  private static final long LOOP_BYTES = 1_024;

  /** Checkpoints are to take no more than this part of the time. */
  private static final int TIMES_CHECKPOINT = 20;

  private static final long LEAST_NANOS = Duration.ofSeconds(10).toNanos();

  private final long mostBytes;
  private final Ticker ticker;
  private final Runnable givenUp;
  private boolean on;
  private boolean started;
  private SoftReference<Kept> kept = new SoftReference<>(new Kept());

  /** What the host may have written of buffers since it was kept. */
  private final Map<TrackedBuffer, Region> touched = new HashMap<>();

  /** What loops have written since the last checkpoint. */
  private Set<TrackedBuffer> changed = new LinkedHashSet<>();

  /** What is held for the loop that is about to be submitted. */
  private final Set<TrackedBuffer> fresh = new HashSet<>();

  private long bytes;
  private long leastBytes;
  private long nextAt;

  /** What is given up where the program needs the memory. */
  private static final class Kept {
    private List<Entry> entries = new ArrayList<>();
    private @Nullable Checkpoint checkpoint;
  }

  /** Something that has happened. */
  private sealed interface Entry {
    /** How much memory it takes. */
    long bytes();
  }

  /** Elements that the host had at this place. */
  private record Held(TrackedBuffer buffer, Region part, Object elements, long bytes)
      implements Entry {}

  /** A loop. */
  private record Ran(List<TrackedBuffer> buffers, Repetition repetition) implements Entry {
    @Override
    public long bytes() {
      return LOOP_BYTES;
    }
  }

  /** Copies that the program wants of arrays as they were at this place, by their positions. */
  private record Wanted(TrackedBuffer buffer, PendingCopies.Part copy, Map<Integer, Object> copies)
      implements Entry {
    @Override
    public long bytes() {
      return LOOP_BYTES;
    }
  }

  /**
   * What all arrays hold behind a number of entries.
   *
   * @param contents of what loops have written; some are still being copied
   * @param unchanged what loops have only read
   */
  private record Checkpoint(
      int entries,
      long began,
      Map<TrackedBuffer, Object> contents,
      Set<TrackedBuffer> unchanged,
      List<BufferStream.CopyOut> copies) {
    /** Whether waiting would return, or throw, at once. */
    boolean isOver() {
      for (BufferStream.CopyOut copy : copies) {
        if (!copy.isOver()) {
          return false;
        }
      }
      return true;
    }

    /**
     * @throws ExecutionFailedException if some copies will never be there
     */
    void await() {
      for (BufferStream.CopyOut copy : copies) {
        copy.await();
      }
    }
  }

  /**
   * @param mostBytes how many bytes of the heap it may take
   * @param givenUp called where it would take more, or the program needs them
   */
  Journal(long mostBytes, Ticker ticker, Runnable givenUp) {
    this.mostBytes = mostBytes;
    this.ticker = ticker;
    this.givenUp = givenUp;
  }

  /** Begins, before the first loop is submitted. */
  void start() {
    on = true;
    started = true;
    nextAt = ticker.nanoTime() + LEAST_NANOS;
    leastBytes = mostBytes / 2;
  }

  /** Whether it was meant to have all that is needed; the log of loops knows nothing then. */
  boolean isStarted() {
    return started;
  }

  /** Nothing is to be computed again. */
  void end() {
    stop();
    started = false;
  }

  /** Forgets everything, and takes nothing more: what is lost from now on cannot be computed. */
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

  /** What is kept; null if it is off, or the program needed the memory. */
  private @Nullable Kept kept() {
    Kept known = on ? kept.get() : null;
    if (on && known == null) {
      giveUp();
    }
    return known;
  }

  /** The host may write a part of a buffer from now on, without saying so again. */
  void hostWrites(TrackedBuffer buffer, Region part) {
    if (on && touched.containsKey(buffer)) {
      touched.merge(buffer, part, Region::union);
    }
  }

  /**
   * Keeps what the host alone has of a buffer, before a loop uses it or the host has to say again
   * what it writes.
   *
   * @param view the arrays of the buffer
   */
  void hold(TrackedBuffer buffer, Object view) {
    if (!on) {
      return;
    }
    Region part = touched.get(buffer);
    if (part == null && !buffer.hasLeftDevices()) {
      // Its array was gone for all that is known, and was found again: nobody knows what it holds.
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
      // The program would not have needed as much.
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
   * The program wants copies of arrays.
   *
   * @param copy is being made
   * @param copies by the places of the arrays among the leaves of the buffer
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

  /** A loop is about to be submitted: begins a checkpoint, or ends one, if it is time. */
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

  /** Whether the heap has room for what a checkpoint copies, and as much again. */
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
        // What the host has is copied later, too.
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
   * Computes everything again, beside the program's arrays, and gives them what they lack. Nobody
   * may write to them but the host. Nothing is kept afterwards.
   *
   * @param stale the buffers of which elements are missing; those that are there in the end are
   *     marked so
   * @param reason why it is necessary
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
        // What it would have written is lost.
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
