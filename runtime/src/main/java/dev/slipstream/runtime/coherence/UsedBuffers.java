package dev.slipstream.runtime.coherence;

import dev.slipstream.runtime.graph.Buffer;
import java.util.List;

/** The buffers of the arrays of one loop that is being submitted. */
record UsedBuffers(List<LoopArray> arrays) implements ArrayBuffers {
  @Override
  public Buffer apply(Object array) {
    return found(array).buffer().buffer();
  }

  @Override
  public Object view(Object array) {
    return found(array).view();
  }

  @Override
  public long contents(Object array) {
    return found(array).buffer().contents();
  }

  @Override
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
