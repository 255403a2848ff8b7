package dev.slipstream.runtime.coherence;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.BufferId;
import java.util.List;

/**
 * What the devices of a failed stream still hold. Their memory is kept until this is closed. Used
 * by one thread at a time.
 */
public interface LeftOnDevice extends AutoCloseable {
  /** For a stream whose memory cannot be read any more. */
  LeftOnDevice NOTHING =
      new LeftOnDevice() {
        @Override
        public List<Version> versions(BufferId buffer) {
          return List.of();
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
   * Elements that can perhaps be fetched.
   *
   * @param task the number of the last task that has changed them: they are as this task has left
   *     them, and no later one has changed them
   */
  record Version(long task, Region part) {}

  /**
   * Elements that are needed.
   *
   * @param part which elements, or rows
   * @param copy receives them: an array with the lengths of the buffer's array, which no other code
   *     uses
   */
  record Elements(BufferId buffer, Region part, Object copy) {}

  /**
   * The newest version of each element of a buffer that can perhaps be fetched. Elements whose
   * version is not certain are missing.
   *
   * @return disjoint parts
   */
  List<Version> versions(BufferId buffer);

  /**
   * Copies elements in their newest version. Waits for devices that still work, but not for those
   * that do not respond.
   *
   * @return whether all elements were copied; if not, the copies may change for as long as they
   *     exist, and {@link #versions} does not include what a device holds that has failed here
   */
  boolean fetch(List<Elements> wanted);

  @Override
  void close();
}
