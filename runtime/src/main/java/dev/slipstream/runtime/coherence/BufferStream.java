package dev.slipstream.runtime.coherence;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import java.util.Set;

/**
 * Where the rules of coherence take effect: the stream of tasks. What is submitted takes its place
 * behind everything that was submitted before. All methods but {@link Arrival#await} and {@link
 * #knownToAll} are called with a lock held, and all but those and {@link #abandon} return at once.
 * There are no default methods: who passes calls on must pass on each.
 */
public interface BufferStream {
  /**
   * Makes a buffer for an array that the host has filled.
   *
   * @param array an array of primitives, or of arrays; must not be kept from being collected
   * @return the buffer, another for each call
   */
  Buffer create(Object array);

  /**
   * From now on another array of arrays holds the rows of a buffer.
   *
   * @param buffer the buffer of an array of arrays
   * @param array holds the same rows
   */
  void replace(Buffer buffer, Object array);

  /**
   * Has the elements that the loops submitted so far write to a buffer brought to its array; the
   * other elements of the array are left alone.
   *
   * @param buffer the buffer
   * @param part which of its elements, or rows, are wanted; others may be left where they are
   * @return what can be waited for
   */
  Arrival bringHome(Buffer buffer, Region part);

  /**
   * The same for an array that nobody looks at yet.
   *
   * @param array what lanes see of it; it is kept from being collected until it is there, since a
   *     finalizer may still look at it
   */
  Arrival bringHomeAhead(Buffer buffer, Region part, Object array);

  /**
   * The host is going to write to the array: loops that are submitted from now on use nothing of
   * that part of it that devices hold.
   *
   * @param buffer the buffer
   * @param part which elements, or rows; what loops have written to them has been asked home before
   * @return comes once the loops submitted so far need these elements no more
   */
  Arrival hostWrites(Buffer buffer, Region part);

  /**
   * Has elements copied to another array, as the loops submitted so far leave them; the buffer's
   * own array is left alone.
   *
   * @param buffer the buffer
   * @param part which of its elements, or rows, are copied
   * @param array the array of the buffer, which is kept until then
   * @param copy an array of the same type and lengths, which nobody else uses until then
   * @return tells when they are there
   */
  CopyOut copyOut(Buffer buffer, Region part, Object array, Object copy);

  /**
   * The array is gone, so that nobody will see what loops have written to it.
   *
   * @param buffer its buffer
   */
  void forget(BufferId buffer);

  /**
   * How many copies may have changed elements of a buffer's array so far. Copies that have failed
   * before they changed anything do not count.
   */
  long stores(BufferId buffer);

  /**
   * Which of some buffers all processes know that run the program: the others are of arrays that
   * nobody can look at any more. The only method that waits, until all have come to the same place;
   * called without a lock.
   *
   * @param mine those that are known here
   */
  Set<BufferId> knownToAll(Set<BufferId> mine);

  /** Lets everything go on its way that waits for what is submitted after it. */
  void flush();

  /** The number of the last task that was submitted. Tasks are numbered in their order. */
  long lastTask();

  /** What the device still holds, once the stream has failed; whoever calls this closes it. */
  LeftOnDevice leftOnDevice();

  /**
   * Gives the stream up: an error has come in the middle of a change. Unlike the other methods this
   * one waits, until nothing uses arrays any more.
   *
   * @param cause the error
   * @return how it has ended
   */
  ExecutionFailedException abandon(Throwable cause);

  /** Something that comes to pass. */
  interface Arrival {
    /**
     * Waits for it, uninterruptibly. Called without a lock.
     *
     * @throws dev.slipstream.model.SlipstreamException if results are lost
     */
    void await();

    /** Whether waiting is known to return, or to throw, at once. By any thread. */
    boolean isOver();
  }

  /** A copy that is being made. */
  interface CopyOut extends Arrival {
    /**
     * Has something done as soon as it is over.
     *
     * @param action may be run by any thread, and twice; must not block, take memory or throw
     */
    void whenOver(Runnable action);
  }
}
