package dev.slipstream.runtime.coherence;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.BufferId;
import java.util.List;
import java.util.OptionalLong;

/**
 * What the device of a failed stream still holds. Its memory is kept until this is closed. Used by
 * one thread at a time.
 */
public interface LeftOnDevice extends AutoCloseable {
  /** For a stream with several devices, or one whose memory cannot be read any more. */
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
          // There is no memory to release.
        }
      };

  /**
   * Elements that are needed.
   *
   * @param part which elements, or rows
   * @param copy receives them: an array with the lengths of the buffer's array, which no other code
   *     uses
   */
  record Elements(BufferId buffer, Region part, Object copy) {}

  /**
   * The number of the last task that has changed a buffer on the device. The device holds what
   * tasks up to this one have written, and nothing of later tasks. Empty if that is not certain.
   */
  OptionalLong lastWriter(BufferId buffer);

  /**
   * Copies elements. Waits for a device that still works, but not for one that does not respond.
   *
   * @return whether all elements were copied; if not, the copies may change for as long as they
   *     exist
   */
  boolean fetch(List<Elements> wanted);

  @Override
  void close();
}
