package dev.slipstream.runtime.coherence;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.BufferId;
import java.util.List;
import java.util.OptionalLong;

/**
 * What the device of a stream that has failed still holds. Its memory is kept until this is closed.
 * Used by one thread at a time.
 */
public interface LeftOnDevice extends AutoCloseable {
  /** Of a stream with several devices, or one whose memory cannot be read any more. */
  LeftOnDevice NOTHING =
      new LeftOnDevice() {
        @Override
        public OptionalLong lastWriter(BufferId buffer) {
          return OptionalLong.empty();
        }

        @Override
        public boolean fetch(List<Elements> wanted) {
          return false;
        }

        @Override
        public void close() {
          // There is no memory.
        }
      };

  /**
   * Elements that are wanted.
   *
   * @param part which elements, or rows
   * @param copy gets them: an array with the lengths of the buffer's array, which nobody else uses
   */
  record Elements(BufferId buffer, Region part, Object copy) {}

  /**
   * The number of the last task that has changed a buffer on the device, which holds all that tasks
   * have written to it until then, and nothing of later ones; empty if that is not certain.
   */
  OptionalLong lastWriter(BufferId buffer);

  /**
   * Copies elements. Waits for a device that goes on, and not for one that does not answer.
   *
   * @return whether all are there; if not, the copies may change for as long as they exist
   */
  boolean fetch(List<Elements> wanted);

  @Override
  void close();
}
