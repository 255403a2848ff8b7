package dev.slipstream.boot;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Receives what the guards of instrumented classes report about arrays that may have elements on a
 * device. An array of references stands for all arrays of primitives that can be reached through
 * it. Other objects are ignored. Called from any thread of the program.
 *
 * <p>The methods may throw {@code SlipstreamException} if results are lost, and nothing else.
 */
public interface ArrayGuard {

  /** Stands for all elements, in place of the index of one. */
  int ALL = -1;

  /**
   * Called before elements are read.
   *
   * @param array the array
   * @param index the index of the only element, less than the length of an array of primitives; or
   *     {@link #ALL}
   */
  void reads(Object array, int index);

  /**
   * Called before elements are written.
   *
   * @param array the array
   * @param index as for {@link #reads}
   */
  void writes(Object array, int index);

  /**
   * Called after elements were written for which {@link #writes} was called: copies that were made
   * meanwhile are stale.
   *
   * @param array the array
   * @param index as for {@link #reads}
   */
  void written(Object array, int index);

  /** Called before or after code runs that may read and write any array. */
  void fence();

  /**
   * Called before code runs that may read any array, but writes to none.
   *
   * @param allButLost whether that code is told about arrays whose elements are lost only when it
   *     accesses them
   */
  void readsAll(boolean allButLost);

  /**
   * Called before code of the JDK gets an object through which it may reach arrays. Such code is
   * told about arrays whose elements are lost when it accesses them.
   */
  void fenceForObject();

  /**
   * Takes a snapshot of an array.
   *
   * @param array the array; for an array of arrays, all arrays that its type describes are copied
   * @param from the first element needed, for an array of primitives
   * @param to the index after the last element needed
   * @return completes with a copy of the array that holds at least these elements; null if the
   *     caller can copy the array immediately
   */
  @Nullable CompletableFuture<Object> snapshot(Object array, int from, int to);

  /**
   * Called before code gets an array whose elements it may read and write at any time from now on,
   * without guards.
   *
   * @param array the array
   */
  void synchronous(Object array);

  /**
   * Called before code without guards gets an array. Until {@link #release} is called, that code
   * may wait or run code of the program.
   *
   * @param array an array of primitives
   */
  void hold(Object array);

  /** Called after code that got an array with {@link #hold} has returned or thrown. */
  void release(Object array);

  /** Called before code runs that may use any array until it returns to the calling thread. */
  void holdAll();

  /** Called when the calling thread has returned from such code. */
  void releaseAll();

  /**
   * Called before a method of the JDK is called by reflection or gets a method handle. Guards do
   * not see what it does then.
   *
   * @param type a class that has or inherits the method
   * @param name the method's name
   */
  void named(Class<?> type, String name);

  /**
   * Called before code runs that may read and write any array at any time without guards.
   *
   * @param reason which code, and why, as shown in the report
   */
  void unguarded(String reason);
}
