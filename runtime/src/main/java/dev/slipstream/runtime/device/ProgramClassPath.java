package dev.slipstream.runtime.device;

import java.io.IOException;
import java.nio.file.Path;

/** The class path of the program that is running. Thread-safe. */
@FunctionalInterface
public interface ProgramClassPath {
  /** A class path to which nothing can be added, since there is no agent. */
  ProgramClassPath FIXED =
      jar -> {
        throw new IOException("there is no agent that adds " + jar + " to the class path");
      };

  /**
   * Appends a jar.
   *
   * @throws IOException if the jar cannot be read or the class path cannot be extended
   */
  void add(Path jar) throws IOException;
}
