package dev.slipstream.agent.connection;

import dev.slipstream.model.SlipstreamException;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.runtime.configuration.Log;
import java.util.Optional;

/**
 * Reports violations of {@code @Reads}, or stops the program at them in strict mode. Thread-safe.
 */
final class VerifiedReads implements ReportedLoop.Promises {
  private final DeclaredReads reads;
  private final boolean strict;
  private final Log log;

  VerifiedReads(DeclaredReads reads, boolean strict, Log log) {
    this.reads = reads;
    this.strict = strict;
    this.log = log;
  }

  @Override
  public Optional<String> broken(int start, Object[] captures, LaunchPlan.Run run) {
    Optional<String> found;
    try {
      found = reads.firstOutside(start, captures, run);
    } catch (ReflectiveOperationException | LinkageError | OutOfMemoryError unable) {
      log.warn("@Reads could not be checked: " + unable);
      return Optional.empty();
    }
    if (found.isPresent()) {
      String message =
          found.get() + ", which its @Reads declares: name a larger neighborhood, or remove it.";
      if (strict) {
        throw new SlipstreamException(message + " slipstream.strict=true makes this an error.");
      }
      log.warn(message);
      return Optional.of(message);
    }
    return found;
  }
}
