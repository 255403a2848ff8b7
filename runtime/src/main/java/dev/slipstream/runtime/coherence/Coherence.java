package dev.slipstream.runtime.coherence;

import dev.slipstream.runtime.SlipstreamException;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.region.Region;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Follows where the elements of arrays are, so that the host's code sees what loops have written
 * and loops see what the host's code has written, while copies are made only where somebody looks.
 * The host's code says what it is going to do before it does it; what it may not say (code that
 * cannot be followed) makes an array {@linkplain #synchronous synchronous}.
 *
 * <p>Thread-safe. A program without data races sees what it would see if loops ran at their places:
 * whoever reads an element that a loop has written is ordered behind the loop's submission by the
 * program's own synchronisation, and so finds the array marked.
 *
 * <p>The rules are those of caches that are kept coherent by write-back and invalidation, with
 * arrays of primitives as lines; which elements of them are copied is decided where copies are
 * planned. The rows of an array of arrays are one buffer for as long as loops use it with the same
 * rows, but the host may look at a few of them alone.
 */
public final class Coherence {
  /** To compare more rows at each submission takes longer than most loops. */
  private static final int MOST_ROWS = 1 << 16;

  private final BufferStream stream;
  private final int leastLength;
  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayTable arrays = new ArrayTable();
  private final BuffersOnDevices onDevices;
  private final KeptRows kept;
  private boolean closed;
  private long stamps;

  /** Whether an error, of memory or stack, has come out of the stream in the middle of a change. */
  private boolean broken;

  private @Nullable ExecutionFailedException failure;

  /**
   * @param stream where buffers are brought home
   */
  public Coherence(BufferStream stream) {
    this(stream, length -> {}, 0);
  }

  /**
   * @param stream where buffers are brought home
   * @param shortest hears the length of the shortest array of which devices hold something,
   *     whenever it changes; the greatest int if there is none. Who is ordered behind the
   *     submission of a loop is ordered behind the call
   * @param leastLength loops over arrays of arrays with shorter rows are launched at once
   */
  public Coherence(BufferStream stream, IntConsumer shortest, int leastLength) {
    this(stream, shortest, leastLength, Runtime.getRuntime().maxMemory());
  }

  /**
   * @param heapBytes the most bytes that the heap can have; rows of arrays that somebody may still
   *     look at are kept in a part of it
   */
  Coherence(BufferStream stream, IntConsumer shortest, int leastLength, long heapBytes) {
    this.stream = stream;
    this.kept = new KeptRows(heapBytes);
    this.onDevices = new BuffersOnDevices(shortest);
    this.leastLength = leastLength;
  }

  /** An array as a loop uses it. */
  private record Use(Object array, LeafShape shape, boolean writes) {}

  /**
   * Submits a loop.
   *
   * @param used what it does with its arrays; an array that occurs twice counts as one
   * @param submission submits the loop, given the buffer of each array; called at most once, with a
   *     lock held
   * @return what the submission returned; empty if the loop has to be launched at once, since rows
   *     occur twice or are too short or too many, or devices have failed
   * @throws SlipstreamException if results that must be there at once are lost
   */
  public <T> Optional<T> submit(List<LoopArray> used, Function<ArrayBuffers, T> submission) {
    return submit(used, nanos -> {}, submission);
  }

  /**
   * Submits a loop, and says how long others wait for its arrays until another loop uses them.
   *
   * @param waited hears of each wait, in nanoseconds; called by any thread
   * @see #submit(List, Function)
   */
  public <T> Optional<T> submit(
      List<LoopArray> used, LongConsumer waited, Function<ArrayBuffers, T> submission) {
    return submit(used, waited, buffers -> true, submission);
  }

  /**
   * Submits a loop if a condition holds.
   *
   * @param condition looks at the contents of the arrays as the loop would find them; called at
   *     most once, with a lock held
   * @return also empty if it does not hold
   * @see #submit(List, LongConsumer, Function)
   */
  public <T> Optional<T> submit(
      List<LoopArray> used,
      LongConsumer waited,
      Predicate<ArrayBuffers> condition,
      Function<ArrayBuffers, T> submission) {
    List<Use> uses = new ArrayList<>(used.size());
    for (LoopArray use : used) {
      Optional<LeafShape> shape = LeafShape.of(use.array(), MOST_ROWS);
      boolean ofArrays = use.array() instanceof Object[];
      if (shape.isEmpty() || (ofArrays && shape.get().shortest() < leastLength)) {
        return Optional.empty();
      }
      uses.add(new Use(use.array(), shape.get(), use.writes()));
    }
    if (Twins.areAmong(
        uses.stream().map(Use::array).toList(), uses.stream().map(Use::shape).toList())) {
      return Optional.empty();
    }
    List<Object> atOnce = new ArrayList<>();
    List<TrackedBuffer> surplus;
    Optional<T> result;
    lock.lock();
    try {
      arrays.removeCollected(this::lost);
      for (Set<TrackedBuffer> others = others(uses); !others.isEmpty(); others = others(uses)) {
        separate(others);
      }
      if (closed) {
        return Optional.empty();
      }
      boolean done = false;
      try {
        result = submit(uses, waited, condition, submission, atOnce);
        surplus = kept.takeSurplus();
        done = true;
      } catch (ExecutionFailedException failed) {
        fails(failed);
        return Optional.empty();
      } catch (Error error) {
        breaks();
        throw error;
      } finally {
        // What was begun cannot be gone on with.
        closed |= !done;
      }
    } finally {
      lock.unlock();
    }
    surplus.forEach(this::letGo);
    atOnce.forEach(this::writes);
    return result;
  }

  private <T> Optional<T> submit(
      List<Use> uses,
      LongConsumer waited,
      Predicate<ArrayBuffers> condition,
      Function<ArrayBuffers, T> submission,
      List<Object> atOnce) {
    IdentityHashMap<Object, TrackedBuffer> buffers = new IdentityHashMap<>();
    IdentityHashMap<Object, Object> views = new IdentityHashMap<>();
    for (Use use : uses) {
      if (!buffers.containsKey(use.array())) {
        TrackedBuffer buffer = track(use);
        if (!buffer.onDevices()) {
          // Nobody has said what the host wrote in the meantime.
          buffer.changed(++stamps);
        }
        buffers.put(use.array(), buffer);
        views.put(use.array(), view(buffer, use.array()));
      }
    }
    ArrayBuffers known = known(buffers, views);
    if (!condition.test(known)) {
      return Optional.empty();
    }
    // Before elements are copied in: what other threads write there from now on is said.
    buffers.values().forEach(onDevices::add);
    T result = submission.apply(known);
    kept.nextLoop();
    for (Use use : uses) {
      TrackedBuffer buffer = found(buffers.get(use.array()));
      buffer.used(use.writes(), found(views.get(use.array())), waited);
      if (use.writes()) {
        buffer.changed(++stamps);
      }
      if (use.array() instanceof Object[]) {
        kept.used(buffer);
      }
      if (buffer.isSynchronous()) {
        atOnce.add(use.array());
      }
    }
    return Optional.of(result);
  }

  private static ArrayBuffers known(
      IdentityHashMap<Object, TrackedBuffer> buffers, IdentityHashMap<Object, Object> views) {
    return new ArrayBuffers() {
      @Override
      public Buffer apply(Object array) {
        return found(buffers.get(array)).buffer();
      }

      @Override
      public Object view(Object array) {
        return found(views.get(array));
      }

      @Override
      public long contents(Object array) {
        return found(buffers.get(array)).contents();
      }

      @Override
      public long structure(Object array) {
        return found(buffers.get(array)).number();
      }
    };
  }

  private static <T> T found(@Nullable T known) {
    if (known == null) {
      throw new IllegalArgumentException("the loop does not use this array");
    }
    return known;
  }

  /** Buffers that hold arrays of primitives which are parts of other arrays now. */
  private Set<TrackedBuffer> others(List<Use> uses) {
    Set<TrackedBuffer> others = Set.of();
    for (Use use : uses) {
      if (known(use).isEmpty()) {
        others = others.isEmpty() ? Collections.newSetFromMap(new IdentityHashMap<>()) : others;
        for (Object leaf : use.shape().leaves()) {
          buffer(leaf).ifPresent(others::add);
        }
      }
    }
    return others;
  }

  /** The buffer that stands for an array with the rows that it has now. */
  private Optional<TrackedBuffer> known(Use use) {
    for (Object leaf : use.shape().leaves()) {
      if (leaf != null) {
        return buffer(leaf).filter(buffer -> buffer.standsFor(use.shape()));
      }
    }
    return Optional.empty();
  }

  private Optional<TrackedBuffer> buffer(@Nullable Object leaf) {
    if (leaf == null) {
      return Optional.empty();
    }
    Optional<TrackedBuffer> found = arrays.find(leaf).flatMap(TrackedLeaf::buffer);
    // A finalizer may have found it after weak references were cleared.
    found.filter(TrackedBuffer::isFlat).ifPresent(buffer -> view(buffer, leaf));
    return found;
  }

  /** Brings buffers home and forgets them. The lock is held, but not while waiting. */
  private void separate(Set<TrackedBuffer> buffers) {
    List<Visit> visits = new ArrayList<>();
    for (TrackedBuffer buffer : buffers) {
      leaveToHost(buffer, buffer.whole()).ifPresent(visits::add);
    }
    lock.unlock();
    try {
      visits.forEach(this::await);
    } finally {
      lock.lock();
    }
    for (TrackedBuffer buffer : buffers) {
      if (buffer.hasLeftDevices()) {
        buffer.leaves().forEach(leaf -> leaf.ifPresent(TrackedLeaf::isAlone));
        forget(buffer);
      }
    }
  }

  private TrackedBuffer track(Use use) {
    return known(use)
        .orElseGet(
            () -> {
              List<Optional<TrackedLeaf>> leaves = new ArrayList<>();
              for (Object leaf : use.shape().leaves()) {
                leaves.add(Optional.ofNullable(leaf).map(this::leaf));
              }
              Object view = LeafShape.view(use.array());
              TrackedBuffer added =
                  new TrackedBuffer(stream.create(view), leaves, use.shape(), view, ++stamps);
              for (int l = 0; l < leaves.size(); l++) {
                int place = l;
                leaves.get(l).ifPresent(part -> part.belongsTo(added, place));
              }
              return added;
            });
  }

  private TrackedLeaf leaf(Object array) {
    return arrays
        .find(array)
        .orElseGet(
            () -> {
              TrackedLeaf added = new TrackedLeaf(array, arrays.collected());
              arrays.add(added);
              return added;
            });
  }

  private Object view(TrackedBuffer buffer, Object array) {
    return buffer
        .view()
        .orElseGet(
            () -> {
              Object view = LeafShape.view(array);
              buffer.view(view);
              stream.replace(buffer.buffer(), view);
              return view;
            });
  }

  private void lost(TrackedLeaf leaf) {
    leaf.buffer().filter(TrackedBuffer::lost).ifPresent(this::forget);
  }

  private void forget(TrackedBuffer buffer) {
    onDevices.remove(buffer);
    kept.remove(buffer);
    if (!hasFailed()) {
      try {
        stream.forget(buffer.buffer().id());
      } catch (ExecutionFailedException failed) {
        fails(failed);
      } catch (Error error) {
        breaks();
        throw error;
      }
    }
  }

  /**
   * The calling thread is going to read elements: waits until those that loops have written are in
   * the array.
   *
   * @param array an array of primitives, or of references, which stands for all that can be reached
   *     through it; any other object does no harm
   * @throws SlipstreamException if results are lost
   */
  public void reads(Object array) {
    visit(array, this::bringHome);
  }

  /**
   * The calling thread is going to write elements, or has written some: waits until those that
   * loops have written are in the array and loops need its elements no more, and keeps loops to
   * come from what devices hold of it.
   *
   * <p>A stretch of code that writes without saying so each time calls this when it begins and
   * again when it ends: a loop of another thread may have read other elements of the array
   * meanwhile, and copied more than it needed.
   *
   * @param array an array of primitives, or of references, which stands for all that can be reached
   *     through it; any other object does no harm
   * @throws SlipstreamException if results are lost
   */
  public void writes(Object array) {
    visit(array, this::leaveToHost);
  }

  /** Brings home rows so that they need not be kept. */
  private void letGo(TrackedBuffer buffer) {
    try {
      Optional<Visit> visit;
      lock.lock();
      try {
        buffer.letGo();
        visit = bringHome(buffer, buffer.whole());
      } finally {
        lock.unlock();
      }
      visit.ifPresent(this::await);
    } catch (SlipstreamException lost) {
      // Probably nobody misses them. Who does hears of it where they are looked at.
    }
  }

  private void visit(Object array, BiFunction<TrackedBuffer, Region, Optional<Visit>> begin) {
    List<Visit> visits = new ArrayList<>(1);
    lock.lock();
    try {
      if (onDevices.isEmpty()) {
        return;
      }
      arrays.removeCollected(this::lost);
      if (array instanceof Object[] references) {
        ReachedArrays.of(references).stream()
            .flatMap(leaf -> buffer(leaf).stream())
            .distinct()
            .forEach(buffer -> begin.apply(buffer, buffer.whole()).ifPresent(visits::add));
      } else {
        Optional<TrackedLeaf> leaf = arrays.find(array);
        buffer(array)
            .flatMap(buffer -> begin.apply(buffer, buffer.part(leaf.get())))
            .ifPresent(visits::add);
      }
    } finally {
      lock.unlock();
    }
    visits.forEach(this::await);
  }

  /** From now on every loop has to be launched at once. Those that are pending stay so. */
  public void stop() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * The calling thread is going to run code that may read and write any array.
   *
   * @throws SlipstreamException if results are lost
   */
  public void fence() {
    List<Visit> visits = new ArrayList<>();
    lock.lock();
    try {
      arrays.removeCollected(this::lost);
      onDevices.forEach(
          buffer -> {
            // What only a finalizer may still reach comes home when that looks at it.
            if (!buffer.isFlat() || buffer.view().isPresent()) {
              leaveToHost(buffer, buffer.whole()).ifPresent(visits::add);
            }
          });
    } finally {
      lock.unlock();
    }
    visits.forEach(this::await);
  }

  /**
   * From now on the array may be read and written without notice, so that loops leave nothing of it
   * on devices. Waits as {@link #writes} does.
   *
   * @param array an array of primitives, or of references, which stands for all that can be reached
   *     through it; any other object does no harm
   * @throws SlipstreamException if results are lost
   */
  public void synchronous(Object array) {
    lock.lock();
    try {
      arrays.removeCollected(this::lost);
      if (array instanceof Object[] references) {
        ReachedArrays.of(references).forEach(leaf -> leaf(leaf).makeSynchronous());
      } else if (array.getClass().isArray()) {
        leaf(array).makeSynchronous();
      }
    } finally {
      lock.unlock();
    }
    writes(array);
  }

  /** Whether the host would have to wait before it reads this array; of rows, one is looked at. */
  public boolean isStale(Object array) {
    lock.lock();
    try {
      Object leaf = array;
      while (leaf instanceof Object[] rows) {
        leaf = rows.length == 0 ? null : rows[0];
      }
      return buffer(leaf).filter(TrackedBuffer::isStale).isPresent();
    } finally {
      lock.unlock();
    }
  }

  /**
   * What a thread waits for that looks at an array.
   *
   * @param part which elements, or rows, of it
   * @param loops how many loops had used the array
   * @param waited hears how long that takes
   * @param toWrite whether devices hold nothing of the part afterwards
   */
  private record Visit(
      TrackedBuffer buffer,
      Region part,
      long loops,
      LongConsumer waited,
      boolean toWrite,
      List<BufferStream.Arrival> arrivals) {
    Visit(TrackedBuffer buffer, Region part, boolean toWrite, List<BufferStream.Arrival> arrivals) {
      this(buffer, part, buffer.loops(), buffer.lastUser(), toWrite, arrivals);
    }
  }

  private Optional<Visit> bringHome(TrackedBuffer buffer, Region part) {
    if (!buffer.isStale(part)) {
      return Optional.empty();
    }
    Region wanted = buffer.wanted(part);
    return Optional.of(new Visit(buffer, wanted, false, List.of(home(buffer, wanted))));
  }

  private BufferStream.Arrival home(TrackedBuffer buffer, Region part) {
    if (failure != null) {
      throw lostResults(failure);
    }
    if (broken) {
      throw new SlipstreamException(
          "results of loops are lost: the stack or the memory was full while another loop was"
              + " submitted. More of it helps (-Xss, -Xmx), or slipstream.deferred=false.");
    }
    try {
      return stream.bringHome(buffer.buffer(), part);
    } catch (ExecutionFailedException failed) {
      fails(failed);
      throw lostResults(failed);
    } catch (Error error) {
      breaks();
      throw error;
    }
  }

  private Optional<Visit> leaveToHost(TrackedBuffer buffer, Region part) {
    if (!buffer.isOnDevices(part)) {
      return Optional.empty();
    }
    buffer.changed(++stamps);
    Region wanted = buffer.wanted(part);
    List<BufferStream.Arrival> arrivals = new ArrayList<>();
    if (buffer.isStale(wanted)) {
      arrivals.add(home(buffer, wanted));
    }
    if (!hasFailed()) {
      try {
        arrivals.add(stream.hostWrites(buffer.buffer(), wanted));
      } catch (ExecutionFailedException failed) {
        // Its elements are all in the array, and no device reads them any more.
        fails(failed);
      } catch (Error error) {
        breaks();
        throw error;
      }
    }
    return Optional.of(new Visit(buffer, wanted, true, arrivals));
  }

  /**
   * Other threads may submit further loops meanwhile. The calling thread is not ordered behind
   * those and need not wait for them, but the array stays marked.
   */
  private void await(Visit visit) {
    long began = System.nanoTime();
    try {
      visit.arrivals().forEach(BufferStream.Arrival::await);
    } catch (ExecutionFailedException failed) {
      failed(failed, visit);
    }
    visit.waited().accept(System.nanoTime() - began);
    lock.lock();
    try {
      if (visit.buffer().loops() == visit.loops()) {
        if (visit.toWrite()) {
          visit.buffer().isOnHostAlone(visit.part());
          if (visit.buffer().hasLeftDevices()) {
            onDevices.remove(visit.buffer());
          }
        } else {
          visit.buffer().isHome(visit.part());
        }
        if (!visit.buffer().isKept()) {
          kept.remove(visit.buffer());
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void failed(ExecutionFailedException failed, Visit visit) {
    lock.lock();
    try {
      fails(failed);
      if (visit.buffer().isStale(visit.part())) {
        throw lostResults(failed);
      }
    } finally {
      lock.unlock();
    }
  }

  private void fails(ExecutionFailedException failed) {
    failure = failed;
    closed = true;
  }

  /** The graphs may be half of what they should be: nothing more is asked of them. */
  private void breaks() {
    broken = true;
    closed = true;
  }

  private boolean hasFailed() {
    return failure != null || broken;
  }

  private static SlipstreamException lostResults(ExecutionFailedException failed) {
    return new SlipstreamException(
        "results of loops are lost: "
            + failed.getMessage()
            + ". Choose another device with slipstream.device, or slipstream.device=host.",
        failed);
  }
}
