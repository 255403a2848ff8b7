package dev.slipstream.runtime.device;

import java.io.IOException;
import java.nio.file.Path;

/** The class path of the program that is running. Thread-safe. */
@FunctionalInterface
public interface ProgramClassPath {
  /** One to which nothing can be added, since no agent is there. */
  ProgramClassPath FIXED =
      jar -> {
        throw new IOException("there is no agent that adds " + jar + " to the class path");
      };

  /**
   * Adds a jar, behind what is there.
   *
   * @throws IOException if the jar cannot be read or the class path takes none
   */
  void add(Path jar) throws IOException;
}
