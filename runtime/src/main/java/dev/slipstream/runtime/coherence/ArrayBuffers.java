package dev.slipstream.runtime.coherence;

import dev.slipstream.runtime.graph.Buffer;
import java.util.List;
import java.util.function.Function;

/** The buffers of the arrays of one loop that is being submitted. */
public class ArrayBuffers implements Function<Object, Buffer> {
  private final List<LoopArray> arrays;

  /**
   * @param arrays the arrays that the loop uses
   */
  protected ArrayBuffers(List<LoopArray> arrays) {
    this.arrays = arrays;
  }

  /**
   * Finds a buffer.
   *
   * @param array one of the arrays that the loop uses
   * @return its buffer: of an array of primitives with its elements, of an array of arrays with its
   *     rows
   */
  @Override
  public Buffer apply(Object array) {
    return found(array).buffer().buffer();
  }

  /**
   * The array as lanes see it.
   *
   * @param array one of the arrays that the loop uses
   * @return the array itself, or an array of the same rows that the program cannot change
   */
  public Object view(Object array) {
    return found(array).view();
  }

  /**
   * A number that identifies the contents of an array. It is never used again for other contents or
   * another array: while it stays the same, no element has been written.
   *
   * @param array one of the arrays that the loop uses
   */
  public long contents(Object array) {
    return found(array).buffer().contents();
  }

  /**
   * A number that identifies the array together with its current rows. It is never used again for
   * another array or other rows.
   *
   * @param array one of the arrays that the loop uses
   */
  public long structure(Object array) {
    return found(array).buffer().number();
  }

  private LoopArray found(Object array) {
    for (LoopArray use : arrays) {
      if (use.array() == array) {
        return use;
      }
    }
    throw new IllegalArgumentException("the loop does not use this array");
  }
}
