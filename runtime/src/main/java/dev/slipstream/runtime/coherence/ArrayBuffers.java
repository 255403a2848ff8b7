package dev.slipstream.runtime.coherence;

import dev.slipstream.runtime.graph.Buffer;
import java.util.function.Function;

/** The buffers of a loop's arrays. */
public interface ArrayBuffers extends Function<Object, Buffer> {
  /**
   * Finds a buffer.
   *
   * @param array one of the arrays that the loop uses
   * @return its buffer: of an array of primitives with its elements, of an array of arrays with its
   *     rows
   */
  @Override
  Buffer apply(Object array);

  /**
   * What lanes see of an array.
   *
   * @param array one of the arrays that the loop uses
   * @return the array itself, or an array of the same rows that the program cannot change
   */
  Object view(Object array);

  /**
   * A number that stands for the contents of an array. It never comes again for other contents, nor
   * for another array: as long as it is the same, nobody has written elements.
   *
   * @param array one of the arrays that the loop uses
   */
  long contents(Object array);

  /**
   * A number that stands for the array, with the rows that it has. It never comes again for another
   * array or other rows.
   *
   * @param array one of the arrays that the loop uses
   */
  long structure(Object array);
}
