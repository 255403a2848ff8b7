package dev.slipstream.runtime.coherence;

import dev.slipstream.runtime.SlipstreamException;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.graph.Buffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;
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
 * whole arrays as lines; which elements of an array are copied is decided where copies are planned.
 * An array of arrays is one line with all its rows, for as long as loops use it with the same rows.
 */
public final class Coherence {
  /** To compare more rows at each submission takes longer than most loops. */
  private static final int MOST_ROWS = 1 << 16;

  private final BufferStream stream;
  private final int leastLength;
  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayTable arrays = new ArrayTable();
  private final BuffersOnDevices onDevices;
  private boolean closed;
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
    this.stream = stream;
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
    List<Use> uses = new ArrayList<>(used.size());
    for (LoopArray use : used) {
      Optional<LeafShape> shape = LeafShape.of(use.array(), MOST_ROWS);
      boolean ofArrays = use.array() instanceof Object[];
      if (shape.isEmpty() || (ofArrays && shape.get().shortest() < leastLength)) {
        return Optional.empty();
      }
      uses.add(new Use(use.array(), shape.get(), use.writes()));
    }
    if (haveTwins(uses)) {
      return Optional.empty();
    }
    List<Object> atOnce = new ArrayList<>();
    T result;
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
        result = submit(uses, waited, submission, atOnce);
        done = true;
      } catch (ExecutionFailedException failed) {
        fails(failed);
        return Optional.empty();
      } finally {
        // Out of memory or stack, say: what was begun cannot be gone on with.
        closed |= !done;
      }
    } finally {
      lock.unlock();
    }
    atOnce.forEach(this::writes);
    return Optional.of(result);
  }

  private <T> T submit(
      List<Use> uses,
      LongConsumer waited,
      Function<ArrayBuffers, T> submission,
      List<Object> atOnce) {
    IdentityHashMap<Object, TrackedBuffer> buffers = new IdentityHashMap<>();
    IdentityHashMap<Object, Object> views = new IdentityHashMap<>();
    for (Use use : uses) {
      if (!buffers.containsKey(use.array())) {
        TrackedBuffer buffer = track(use);
        buffers.put(use.array(), buffer);
        views.put(use.array(), view(buffer, use.array()));
      }
    }
    T result =
        submission.apply(
            new ArrayBuffers() {
              @Override
              public Buffer apply(Object array) {
                return found(buffers.get(array)).buffer();
              }

              @Override
              public Object view(Object array) {
                return found(views.get(array));
              }
            });
    for (Use use : uses) {
      TrackedBuffer buffer = found(buffers.get(use.array()));
      buffer.used(use.writes(), found(views.get(use.array())), waited);
      onDevices.add(buffer);
      if (buffer.isSynchronous()) {
        atOnce.add(use.array());
      }
    }
    return result;
  }

  private static <T> T found(@Nullable T known) {
    if (known == null) {
      throw new IllegalArgumentException("the loop does not use this array");
    }
    return known;
  }

  /** Whether an array of primitives would be a part of two buffers. */
  private static boolean haveTwins(List<Use> uses) {
    if (uses.stream().noneMatch(use -> use.array() instanceof Object[])) {
      return false;
    }
    IdentityHashMap<Object, Object> holders = new IdentityHashMap<>();
    for (Use use : uses) {
      if (use.array() instanceof Object[] && use.shape().hasTwins()) {
        return true;
      }
      for (Object leaf : use.shape().leaves()) {
        Object other = leaf == null ? use.array() : holders.putIfAbsent(leaf, use.array());
        if (other != null && other != use.array()) {
          return true;
        }
      }
    }
    return false;
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
    return leaf == null ? Optional.empty() : arrays.find(leaf).flatMap(TrackedLeaf::buffer);
  }

  /** Brings buffers home and forgets them. The lock is held, but not while waiting. */
  private void separate(Set<TrackedBuffer> buffers) {
    List<Visit> visits = new ArrayList<>();
    for (TrackedBuffer buffer : buffers) {
      leaveToHost(buffer).ifPresent(visits::add);
    }
    lock.unlock();
    try {
      visits.forEach(this::await);
    } finally {
      lock.lock();
    }
    for (TrackedBuffer buffer : buffers) {
      if (!buffer.onDevices()) {
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
                  new TrackedBuffer(stream.create(view), leaves, use.shape(), view);
              leaves.forEach(leaf -> leaf.ifPresent(part -> part.belongsTo(added)));
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
    if (failure == null) {
      try {
        stream.forget(buffer.buffer().id());
      } catch (ExecutionFailedException failed) {
        fails(failed);
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

  private void visit(Object array, Function<TrackedBuffer, Optional<Visit>> begin) {
    List<Visit> visits = new ArrayList<>(1);
    lock.lock();
    try {
      if (onDevices.isEmpty()) {
        return;
      }
      if (array instanceof Object[] references) {
        ReachedArrays.of(references).stream()
            .flatMap(leaf -> buffer(leaf).stream())
            .distinct()
            .forEach(buffer -> begin.apply(buffer).ifPresent(visits::add));
      } else {
        buffer(array).flatMap(begin).ifPresent(visits::add);
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
      onDevices.forEach(buffer -> leaveToHost(buffer).ifPresent(visits::add));
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
   * @param loops how many loops had used the array
   * @param waited hears how long that takes
   * @param toWrite whether devices hold nothing of the array afterwards
   */
  private record Visit(
      TrackedBuffer buffer,
      long loops,
      LongConsumer waited,
      boolean toWrite,
      List<BufferStream.Arrival> arrivals) {
    Visit(TrackedBuffer buffer, boolean toWrite, List<BufferStream.Arrival> arrivals) {
      this(buffer, buffer.loops(), buffer.lastUser(), toWrite, arrivals);
    }
  }

  private Optional<Visit> bringHome(TrackedBuffer buffer) {
    return buffer.isStale()
        ? Optional.of(new Visit(buffer, false, List.of(home(buffer))))
        : Optional.empty();
  }

  private BufferStream.Arrival home(TrackedBuffer buffer) {
    if (failure != null) {
      throw lostResults(failure);
    }
    try {
      return stream.bringHome(buffer.buffer());
    } catch (ExecutionFailedException failed) {
      fails(failed);
      throw lostResults(failed);
    }
  }

  private Optional<Visit> leaveToHost(TrackedBuffer buffer) {
    if (!buffer.onDevices()) {
      return Optional.empty();
    }
    List<BufferStream.Arrival> arrivals = new ArrayList<>();
    bringHome(buffer).ifPresent(visit -> arrivals.addAll(visit.arrivals()));
    if (failure == null) {
      try {
        arrivals.add(stream.hostWrites(buffer.buffer()));
      } catch (ExecutionFailedException failed) {
        // Its elements are all in the array, and no device reads them any more.
        fails(failed);
      }
    }
    return Optional.of(new Visit(buffer, true, arrivals));
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
      failed(failed, visit.buffer());
    }
    visit.waited().accept(System.nanoTime() - began);
    lock.lock();
    try {
      if (visit.buffer().loops() == visit.loops()) {
        if (visit.toWrite()) {
          visit.buffer().isOnHostAlone();
          onDevices.remove(visit.buffer());
        } else {
          visit.buffer().isHome();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private void failed(ExecutionFailedException failed, TrackedBuffer buffer) {
    lock.lock();
    try {
      fails(failed);
      if (buffer.isStale()) {
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

  private static SlipstreamException lostResults(ExecutionFailedException failed) {
    return new SlipstreamException(
        "results of loops are lost: "
            + failed.getMessage()
            + ". Choose another device with slipstream.device, or slipstream.device=host.",
        failed);
  }
}
