package dev.slipstream.runtime.coherence;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.execution.ExecutionFailedException;
import dev.slipstream.runtime.graph.Buffer;
import dev.slipstream.runtime.graph.BufferId;
import java.util.Optional;
import java.util.Set;

/**
 * The stream of tasks that carries out the rules of coherence. Whatever is submitted is ordered
 * after everything that was submitted before. A lock is held during all calls except {@link
 * Arrival#await} and {@link #knownToAll}. All methods except these two and {@link #abandon} return
 * without waiting for devices. There are deliberately no default methods, so that delegating
 * implementations have to pass on each call.
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
   * Replaces the array of arrays that holds the rows of a buffer.
   *
   * @param buffer the buffer of an array of arrays
   * @param array holds the same rows
   */
  void replace(Buffer buffer, Object array);

  /**
   * Copies the elements that the loops submitted before have written back to the array of the
   * buffer; other elements of the array are left alone.
   *
   * @param buffer the buffer
   * @param part the elements, or rows, that are needed; others may stay stale on the host
   * @return can be waited for
   */
  Arrival copyBack(Buffer buffer, Region part);

  /**
   * As {@link #copyBack}, for an array that no code waits for yet.
   *
   * @param array the array as lanes see it; it is kept from being collected until the copy is
   *     complete, since a finalizer may still read it
   */
  Arrival copyBackAhead(Buffer buffer, Region part, Object array);

  /**
   * The host is going to write to the array: loops submitted after this use nothing that devices
   * hold of that part.
   *
   * @param buffer the buffer
   * @param part the elements, or rows; what loops have written to them must have been requested
   *     with {@link #copyBack} before
   * @return is over once the loops submitted before do not need these elements any more
   */
  Arrival hostWrites(Buffer buffer, Region part);

  /**
   * Copies elements to another array, as the loops submitted before leave them; the buffer's own
   * array is left alone.
   *
   * @param buffer the buffer
   * @param part the elements, or rows, that are copied
   * @param array the array of the buffer, which is kept from being collected until then
   * @param copy an array of the same type and lengths, which no other code uses until then
   * @return tells when the elements are in the copy
   */
  CopyOut copyOut(Buffer buffer, Region part, Object array, Object copy);

  /**
   * The array was collected, so no code will read what loops have written to it.
   *
   * @param buffer its buffer
   */
  void forget(BufferId buffer);

  /**
   * How many copies up to now may have changed elements of a buffer's array. Copies that failed
   * before they changed anything do not count.
   */
  long stores(BufferId buffer);

  /**
   * The elements of a buffer's array that copies may have changed after a number of them.
   *
   * @param before what {@link #stores} has returned, or a negative number
   * @return empty if any element may have been changed
   */
  Optional<Region> storedSince(BufferId buffer, long before);

  /**
   * Returns the buffers that all processes of the program know. The others belong to arrays that
   * the program cannot reach any more. This is the only method that waits: until all processes have
   * called it. Called without a lock.
   *
   * @param mine the buffers that this process knows
   */
  Set<BufferId> knownToAll(Set<BufferId> mine);

  /** Starts everything that is held back until more is submitted. */
  void flush();

  /** The number of the last task that was submitted. Tasks are numbered in their order. */
  long lastTask();

  /** What the device still holds after the stream has failed; the caller closes it. */
  LeftOnDevice leftOnDevice();

  /**
   * Ends the stream because an error has interrupted a change. Waits until nothing uses arrays any
   * more.
   *
   * @param cause the error
   * @return the failure with which the stream has ended
   */
  ExecutionFailedException abandon(Throwable cause);

  /** An event that can be waited for. */
  interface Arrival {
    /**
     * Waits for it, uninterruptibly. Called without a lock.
     *
     * @throws dev.slipstream.model.SlipstreamException if results are lost
     */
    void await();

    /**
     * Whether {@link #await} is known to return, or to throw, immediately. Any thread may call
     * this.
     */
    boolean isOver();
  }

  /** A copy that is being made. */
  interface CopyOut extends Arrival {
    /**
     * Runs an action as soon as it is over.
     *
     * @param action may be run by any thread, and twice; must not block, allocate or throw
     */
    void whenOver(Runnable action);
  }
}
