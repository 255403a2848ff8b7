package dev.slipstream.boot;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What the guards of instrumented classes tell, where an array may have something on a device. An
 * array is one of primitives, or one of references, which stands for all arrays of primitives that
 * can be reached through it. Anything else does no harm. Called from any thread of the program.
 *
 * <p>The methods may throw {@code SlipstreamException} where results are lost, and nothing else.
 */
public interface ArrayGuard {

  /** Instead of the index of one element. */
  int ALL = -1;

  /**
   * Elements are about to be read.
   *
   * @param array the array
   * @param index of the only element, of an array of primitives, less than its length; or {@link
   *     #ALL}
   */
  void reads(Object array, int index);

  /**
   * Elements are about to be written.
   *
   * @param array the array
   * @param index as for {@link #reads}
   */
  void writes(Object array, int index);

  /**
   * Elements were written since {@link #writes} was called for them: copies that were made
   * meanwhile are stale.
   *
   * @param array the array
   * @param index as for {@link #reads}
   */
  void written(Object array, int index);

  /** Code is about to run, or has run, that may read and write any array. */
  void fence();

  /**
   * Code of the JDK is given an object through which it may reach arrays. It is told of arrays
   * whose elements are lost where it looks at them.
   */
  void fenceForObject();

  /**
   * A copy is wanted of an array as it is now.
   *
   * @param array the array; of an array of arrays all are copied that its type names
   * @param from the first element that is wanted, of an array of primitives
   * @param to behind the last one
   * @return later has a copy of the array in which at least these elements are; null if the caller
   *     can copy it at once
   */
  @Nullable CompletableFuture<Object> snapshot(Object array, int from, int to);

  /**
   * From now on code may read and write elements at any time and not tell.
   *
   * @param array the array
   */
  void synchronous(Object array);

  /**
   * Code without guards is going to have an array in its hands, and may wait or run code of the
   * program before {@link #letGo} is called.
   *
   * @param array an array of primitives
   */
  void hold(Object array);

  /** Code to which an array was given with {@link #hold} has returned or thrown. */
  void letGo(Object array);

  /** Code is about to run that may use any array until the calling thread is back from it. */
  void holdAll();

  /** The calling thread has come back from such code. */
  void letGoOfAll();

  /**
   * A method of the JDK is about to be called by reflection, or a handle of it made; what it does
   * then is not seen.
   *
   * @param type a class that has or inherits the method
   * @param name the method's name
   */
  void named(Class<?> type, String name);

  /**
   * There is code in the process that may read and write any array at any time and not tell; it has
   * not run yet.
   *
   * @param reason what code, and why, as the report shows it
   */
  void unguarded(String reason);
}
