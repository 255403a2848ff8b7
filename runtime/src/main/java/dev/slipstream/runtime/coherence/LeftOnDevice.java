package dev.slipstream.runtime.coherence;

import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.BufferId;
import java.util.List;
import java.util.Optional;

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
        public List<Version> onHost(BufferId buffer) {
          return List.of();
        }

        @Override
        public Optional<Region> unknownOnHost(BufferId buffer) {
          return Optional.empty();
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
   * @param task the number of a task
   * @param isLeft whether they are as this task has left them; otherwise they are as it has found
   *     them
   * @param part which elements, or rows
   */
  record Version(long task, boolean isLeft, Region part) {
    /** A part of the same version. */
    Version of(Region smaller) {
      return new Version(task, isLeft, smaller);
    }
  }

  /**
   * Elements that are needed.
   *
   * @param version what {@link #versions} has returned, or a part of it
   * @param copy receives them: an array with the lengths of the buffer's array, which no other code
   *     uses
   */
  record Elements(BufferId buffer, Version version, Object copy) {}

  /**
   * The elements of a buffer that can perhaps be fetched, of which there may be several versions.
   * Those whose version is not certain are missing.
   */
  List<Version> versions(BufferId buffer);

  /**
   * The elements of the host's array that loops have changed there, or that were copied there for
   * loops, unless the host has changed them since.
   */
  List<Version> onHost(BufferId buffer);

  /**
   * Elements of the host's array of which it is not known what loops or copies have left there.
   *
   * @return empty if {@link #onHost} does not tell what copies have left
   */
  Optional<Region> unknownOnHost(BufferId buffer);

  /**
   * Copies elements. Waits for devices that still work, but not for those that do not respond.
   *
   * @return whether all elements were copied; if not, the copies may change for as long as they
   *     exist, and {@link #versions} does not include what a device holds that has failed here
   */
  boolean fetch(List<Elements> wanted);

  @Override
  void close();
}
