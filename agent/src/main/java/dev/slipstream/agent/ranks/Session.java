package dev.slipstream.agent.ranks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Starts a command in a session of its own, where Ctrl-C at the launcher's terminal does not reach
 * it.
 */
final class Session {
  private static final List<String> PLACES = List.of("/usr/bin/setsid", "/bin/setsid");

  private Session() {}

  /** Returns the words to put in front of the command; none if the system has no such program. */
  static List<String> own() {
    return PLACES.stream().filter(place -> Files.isExecutable(Path.of(place))).limit(1).toList();
  }
}
