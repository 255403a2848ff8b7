package dev.slipstream.runtime.coherence;

import dev.slipstream.model.kernel.ElementSize;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import dev.slipstream.runtime.graph.InitialContents;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A device that does its work as late as possible: when it is waited for, or when the test requests
 * it. Elements that the host has written are copied to the device when the loop runs that needs
 * them. Elements that are requested and that loops have written are copied back.
 */
final class LazyStream implements BufferStream {
  /** The elements of one array on the device. */
  private static final class Memory {
    final WeakReference<int[]> host;
    final BitSet dirty = new BitSet();
    final BitSet stale = new BitSet();
    final int[] elements;
    long stores;

    /** Twice the number of the loop that has found each element, and 1 if it has left it so. */
    final long[] versions;

    boolean isUncertain;

    Memory(int[] array) {
      host = new WeakReference<>(array);
      elements = new int[array.length];
      versions = new long[array.length];
      stale.set(0, array.length);
    }
  }

  private final Map<BufferId, Memory> memories = new HashMap<>();
  private final Deque<Runnable> pending = new ArrayDeque<>();
  private final List<Runnable> watchers = new ArrayList<>();
  private long submitted;
  private long done;
  private long fails = Long.MAX_VALUE;
  private int uploads;
  private int downloads;
  private long elementsHome;
  private long created;
  private boolean answers;

  /** Whether a device that does not answer was asked. */
  private boolean hasFailed;

  private boolean isLeft = true;

  /** Submits a loop that turns the elements of arrays into others. */
  synchronized void loop(List<Buffer> buffers, List<Boolean> writes, Consumer<List<int[]>> body) {
    long number = submitted + 1;
    add(
        () -> {
          List<Memory> used = buffers.stream().map(buffer -> memories.get(buffer.id())).toList();
          used.forEach(memory -> upload(memory, number));
          List<int[]> before = used.stream().map(memory -> memory.elements.clone()).toList();
          body.accept(used.stream().map(memory -> memory.elements).toList());
          for (int b = 0; b < used.size(); b++) {
            if (writes.get(b)) {
              Arrays.fill(used.get(b).versions, 2 * number + 1);
              used.get(b).isUncertain |= done == fails;
            }
            for (int i = 0; writes.get(b) && i < before.get(b).length; i++) {
              used.get(b).dirty.set(i, used.get(b).dirty.get(i) || changed(used, before, b, i));
            }
          }
        });
  }

  private static boolean changed(List<Memory> used, List<int[]> before, int b, int i) {
    return used.get(b).elements[i] != before.get(b)[i];
  }

  private void upload(Memory memory, long loop) {
    int[] array = memory.host.get();
    if (!memory.stale.isEmpty() && array != null) {
      memory.stale.stream().forEach(i -> memory.elements[i] = array[i]);
      memory.stale.stream().forEach(i -> memory.versions[i] = 2 * loop);
      memory.dirty.andNot(memory.stale);
      memory.stale.clear();
      uploads++;
    }
  }

  @Override
  public synchronized Buffer create(Object array) {
    int[] elements = (int[]) array;
    BufferId id = new BufferId(created++);
    memories.put(id, new Memory(elements));
    return new Buffer(
        id,
        "a" + id,
        Box.of(0, elements.length),
        InitialContents.ON_EVERY_NODE,
        new ElementSize(8, true));
  }

  @Override
  public void replace(Buffer buffer, Object array) {
    throw new AssertionError("there are no arrays of arrays");
  }

  @Override
  public synchronized Arrival copyBack(Buffer buffer, Region part) {
    return add(
        () -> {
          Memory memory = memories.get(buffer.id());
          int[] array = memory.host.get();
          BitSet wanted = elements(part);
          wanted.and(memory.dirty);
          if (array != null && done == fails) {
            // Fails in the middle of a copy.
            copy(memory, wanted.stream().limit(wanted.cardinality() / 2), array);
          } else if (array != null && !wanted.isEmpty()) {
            copy(memory, wanted.stream(), array);
            memory.dirty.andNot(wanted);
            downloads++;
            elementsHome += wanted.cardinality();
          }
        });
  }

  @Override
  public Arrival copyBackAhead(Buffer buffer, Region part, Object array) {
    return copyBack(buffer, part);
  }

  @Override
  public synchronized Arrival hostWrites(Buffer buffer, Region part) {
    return add(() -> memories.get(buffer.id()).stale.or(elements(part)));
  }

  @Override
  public synchronized CopyOut copyOut(Buffer buffer, Region part, Object array, Object copy) {
    int[] from = (int[]) array;
    int[] to = (int[]) copy;
    Memory memory = memories.get(buffer.id());
    long number = submitted + 1;
    Arrival arrival =
        add(
            () -> {
              BitSet wanted = elements(part);
              wanted.stream()
                  .forEach(
                      i ->
                          to[i] =
                              memory.dirty.get(i) && !memory.stale.get(i)
                                  ? memory.elements[i]
                                  : from[i]);
            });
    return new CopyOut() {
      @Override
      public void await() {
        arrival.await();
      }

      @Override
      public boolean isOver() {
        return isDone(number);
      }

      @Override
      public void whenOver(Runnable action) {
        watchers.add(action);
      }
    };
  }

  private synchronized boolean isDone(long number) {
    return done >= number || done > fails;
  }

  @Override
  public synchronized void forget(BufferId buffer) {
    add(() -> memories.remove(buffer));
  }

  @Override
  public synchronized long lastTask() {
    return submitted;
  }

  @Override
  public LeftOnDevice leftOnDevice() {
    return new LeftOnDevice() {
      @Override
      public List<Version> versions(BufferId buffer) {
        Memory memory = memories.get(buffer);
        List<Version> all = new ArrayList<>();
        for (int i = 0; memory != null && i < memory.elements.length; i++) {
          if (!memory.isUncertain && !hasFailed && memory.versions[i] > 0) {
            boolean isLeft = memory.versions[i] % 2 == 1;
            all.add(new Version(memory.versions[i] / 2, isLeft, Region.of(Box.of(i, i + 1L))));
          }
        }
        return all;
      }

      @Override
      public List<Version> onHost(BufferId buffer) {
        return List.of();
      }

      @Override
      public Optional<Region> unknownOnHost(BufferId buffer) {
        return Optional.empty();
      }

      @Override
      public boolean fetch(List<Elements> wanted) {
        for (Elements each : wanted) {
          int[] from = memories.get(each.buffer()).elements;
          int[] to = (int[]) each.copy();
          elements(each.version().part()).stream().forEach(i -> to[i] = from[i]);
        }
        hasFailed |= !answers;
        return answers;
      }

      @Override
      public void close() {
        isLeft = false;
      }
    };
  }

  /** Makes the device readable after it has failed. */
  void answers() {
    answers = true;
  }

  /** Whether its memory would be kept if it failed. */
  boolean isLeft() {
    return isLeft;
  }

  @Override
  public ExecutionFailedException abandon(Throwable cause) {
    return new ExecutionFailedException("given up", cause, /* mayStillWrite= */ false);
  }

  @Override
  public Set<BufferId> knownToAll(Set<BufferId> mine) {
    return mine;
  }

  @Override
  public void flush() {
    // Nothing is held back.
  }

  private static BitSet elements(Region part) {
    BitSet elements = new BitSet();
    part.boxes().forEach(box -> elements.set((int) box.min0(), (int) box.max0()));
    return elements;
  }

  private static void copy(Memory memory, IntStream wanted, int[] array) {
    wanted.forEach(
        i -> {
          memory.stores++;
          array[i] = memory.elements[i];
        });
  }

  @Override
  public synchronized long stores(BufferId buffer) {
    Memory memory = memories.get(buffer);
    return memory == null ? 0 : memory.stores;
  }

  @Override
  public Optional<Region> storedSince(BufferId buffer, long before) {
    return before == stores(buffer) ? Optional.of(Region.EMPTY) : Optional.empty();
  }

  /** Makes the device fail at its n-th piece of work, counted from 0, and at all later ones. */
  synchronized void failAt(long work) {
    fails = work;
  }

  private static ExecutionFailedException failure() {
    Throwable cause = new IllegalStateException("the device was lost");
    return new ExecutionFailedException("a kernel failed: " + cause.getMessage(), cause, false);
  }

  private Arrival add(Runnable work) {
    if (done > fails) {
      throw failure();
    }
    pending.add(work);
    long number = ++submitted;
    return new Arrival() {
      @Override
      public void await() {
        runUntil(number);
      }

      @Override
      public boolean isOver() {
        return isDone(number);
      }
    };
  }

  private synchronized void runUntil(long number) {
    while (done < number) {
      if (done > fails) {
        throw failure();
      }
      step();
    }
    if (number > fails) {
      throw failure();
    }
  }

  /** Does one piece of work, if there is any. */
  synchronized void step() {
    Runnable next = pending.poll();
    if (next != null && done <= fails) {
      next.run();
      done++;
      watchers.forEach(Runnable::run);
    }
  }

  /** Does all pending work. */
  synchronized void finish() {
    while (!pending.isEmpty()) {
      step();
    }
  }

  synchronized int uploads() {
    return uploads;
  }

  synchronized int downloads() {
    return downloads;
  }

  /** How many elements were copied back. */
  synchronized long elementsHome() {
    return elementsHome;
  }

  synchronized int buffers() {
    return memories.size();
  }
}
