package dev.slipstream.agent.loading;

import dev.slipstream.runtime.configuration.Log;
import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Optional;

/** Reads the options with which this JVM was started, including those of environment variables. */
public final class JvmOptions {
  private JvmOptions() {}

  /** Returns all options; empty if they cannot be read. */
  public static Optional<List<String>> read(Instrumentation instrumentation, Log log) {
    Optional<JdkInternals> internals = JdkInternals.open(instrumentation);
    try {
      if (internals.isPresent()) {
        return Optional.of(internals.get().options());
      }
    } catch (RuntimeException | LinkageError otherJdk) {
      log.debug(() -> "the options of this JVM cannot be read", otherJdk);
    }
    return Optional.empty();
  }
}
