package dev.slipstream.agent.installation;

import dev.slipstream.model.loop.RefusedLoop;
import java.util.List;
import java.util.Optional;

/** Decides what becomes of a class that holds refused loops. Thread-safe. */
@FunctionalInterface
interface RefusalMarker {

  /**
   * The class file that the JVM gets.
   *
   * @param rewritten the class file with the taken loops, or empty if none was taken
   * @param original the class file as it was
   * @param refused the loops that were not taken; may be empty
   * @return empty if the class stays as it was
   */
  Optional<byte[]> mark(Optional<byte[]> rewritten, byte[] original, List<RefusedLoop> refused);

  /** They run as before. */
  static RefusalMarker lenient() {
    return (rewritten, original, refused) -> rewritten;
  }
}
