package dev.slipstream.runtime.coherence;

import dev.slipstream.runtime.graph.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

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
 */
public final class Coherence {
  private final BufferStream stream;
  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayTable arrays = new ArrayTable();

  /**
   * @param stream where buffers are brought home
   */
  public Coherence(BufferStream stream) {
    this.stream = stream;
  }

  /**
   * Submits a loop.
   *
   * @param used what it does with its arrays; an array that occurs twice counts as one
   * @param submission submits the loop, given the buffer of each array; called once, with a lock
   *     held
   * @return what the submission returned
   * @throws dev.slipstream.runtime.SlipstreamException if results that must be there at once are
   *     lost
   */
  public <T> T submit(List<LoopArray> used, Function<Function<Object, Buffer>, T> submission) {
    List<Object> atOnce = new ArrayList<>();
    T result;
    lock.lock();
    try {
      arrays.removeCollected(gone -> stream.forget(gone.buffer().id()));
      result = submission.apply(array -> track(array).buffer());
      for (LoopArray use : used) {
        TrackedArray array = track(use.array());
        array.used(use.writes());
        if (array.isSynchronous()) {
          atOnce.add(use.array());
        }
      }
    } finally {
      lock.unlock();
    }
    atOnce.forEach(this::writes);
    return result;
  }

  private TrackedArray track(Object array) {
    return arrays
        .find(array)
        .orElseGet(
            () -> {
              TrackedArray added =
                  new TrackedArray(array, stream.create(array), arrays.collected());
              arrays.add(added);
              return added;
            });
  }

  /**
   * The calling thread is going to read elements: waits until those that loops have written are in
   * the array.
   *
   * @param array an array of primitives; any other object does no harm
   * @throws dev.slipstream.runtime.SlipstreamException if results are lost
   */
  public void reads(Object array) {
    Optional<Visit> visit;
    lock.lock();
    try {
      visit = arrays.find(array).flatMap(this::bringHome);
    } finally {
      lock.unlock();
    }
    visit.ifPresent(this::await);
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
   * @param array an array of primitives; any other object does no harm
   * @throws dev.slipstream.runtime.SlipstreamException if results are lost
   */
  public void writes(Object array) {
    Optional<Visit> visit;
    lock.lock();
    try {
      visit = arrays.find(array).flatMap(this::leaveToHost);
    } finally {
      lock.unlock();
    }
    visit.ifPresent(this::await);
  }

  /** The calling thread is going to run code that may read and write any array. */
  public void fence() {
    List<Visit> visits = new ArrayList<>();
    lock.lock();
    try {
      arrays.removeCollected(gone -> stream.forget(gone.buffer().id()));
      arrays.forEach(array -> leaveToHost(array).ifPresent(visits::add));
    } finally {
      lock.unlock();
    }
    visits.forEach(this::await);
  }

  /**
   * From now on the array may be read and written without notice, so that loops leave nothing of it
   * on devices. Waits as {@link #writes} does.
   *
   * @param array an array of primitives
   */
  public void synchronous(Object array) {
    lock.lock();
    try {
      track(array).makeSynchronous();
    } finally {
      lock.unlock();
    }
    writes(array);
  }

  /**
   * What a thread waits for that looks at an array.
   *
   * @param loops how many loops had used the array
   * @param toWrite whether devices hold nothing of the array afterwards
   */
  private record Visit(
      TrackedArray array, long loops, boolean toWrite, List<BufferStream.Arrival> arrivals) {}

  private Optional<Visit> bringHome(TrackedArray array) {
    return array.isStale()
        ? Optional.of(
            new Visit(array, array.loops(), false, List.of(stream.bringHome(array.buffer()))))
        : Optional.empty();
  }

  private Optional<Visit> leaveToHost(TrackedArray array) {
    if (!array.onDevices()) {
      return Optional.empty();
    }
    List<BufferStream.Arrival> arrivals = new ArrayList<>();
    bringHome(array).ifPresent(visit -> arrivals.addAll(visit.arrivals()));
    arrivals.add(stream.hostWrites(array.buffer()));
    return Optional.of(new Visit(array, array.loops(), true, arrivals));
  }

  /**
   * Other threads may submit further loops meanwhile. The calling thread is not ordered behind
   * those and need not wait for them, but the array stays marked.
   */
  private void await(Visit visit) {
    visit.arrivals().forEach(BufferStream.Arrival::await);
    lock.lock();
    try {
      if (visit.array().loops() == visit.loops()) {
        if (visit.toWrite()) {
          visit.array().isOnHostAlone();
        } else {
          visit.array().isHome();
        }
      }
    } finally {
      lock.unlock();
    }
  }
}
