package dev.slipstream.runtime.coherence;

import dev.slipstream.runtime.region.Region;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * What a thread waits for that looks at an array.
 *
 * @param part which elements, or rows, of it
 * @param loops how many loops had used the array
 * @param waited hears how long that takes
 * @param toWrite whether devices hold nothing of the part afterwards
 * @param look hears that it is there
 */
record Visit(
    TrackedBuffer buffer,
    Region part,
    long loops,
    LongConsumer waited,
    boolean toWrite,
    List<BufferStream.Arrival> arrivals,
    LoopLog.Look look) {
  Visit(
      TrackedBuffer buffer,
      Region part,
      boolean toWrite,
      List<BufferStream.Arrival> arrivals,
      LoopLog.Look look) {
    this(buffer, part, buffer.loops(), buffer.lastUser(), toWrite, arrivals, look);
  }

  /** Whether no other loop has used the array meanwhile. */
  boolean isUpToDate() {
    return buffer.loops() == loops;
  }

  /**
   * Waits, and says how long. Called without a lock.
   *
   * @throws dev.slipstream.runtime.execution.ExecutionFailedException if devices have failed
   */
  void await() {
    long began = System.nanoTime();
    try {
      arrivals.forEach(BufferStream.Arrival::await);
      look.done();
    } finally {
      waited.accept(System.nanoTime() - began);
    }
  }
}
