package dev.slipstream.runtime.device;

import java.io.IOException;
import java.nio.file.Path;

/** What backends may ask of the JVM in which the program runs. Thread-safe. */
@FunctionalInterface
public interface ProgramJvm {
  /** A JVM that cannot be changed, since there is no agent. */
  ProgramJvm FIXED =
      jar -> {
        throw new IOException("there is no agent that adds " + jar + " to the class path");
      };

  /**
   * Appends a jar to the program's class path.
   *
   * @throws IOException if the jar cannot be read or the class path cannot be extended
   */
  void addToClassPath(Path jar) throws IOException;

  /** Called before a driver is opened, whose native code newer JDKs warn about. Does not wait. */
  default void expectDriver() {}
}
