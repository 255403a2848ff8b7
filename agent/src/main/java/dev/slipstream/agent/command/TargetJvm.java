package dev.slipstream.agent.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Checks a process before the agent attaches to it. Attaching sends a signal, which ends a process
 * that is no JVM, and makes a JVM print all its stacks if attaching is disabled there.
 */
final class TargetJvm {
  private static final String DISABLED = "-XX:+DisableAttachMechanism";

  private TargetJvm() {}

  /** Returns why the agent cannot attach to a process, if that can be seen from outside. */
  static Optional<String> obstacle(ProcessHandle process) {
    ProcessHandle.Info info = process.info();
    Optional<String> owner = info.user();
    Optional<String> self = ProcessHandle.current().info().user();
    if (owner.isPresent() && self.isPresent() && !owner.equals(self)) {
      return Optional.of(
          "it belongs to the user " + owner.get() + ": run this command as that user.");
    }
    if (info.arguments().stream().flatMap(Arrays::stream).anyMatch(DISABLED::equals)) {
      return Optional.of("it was started with " + DISABLED + ": start it without.");
    }
    Path maps = Path.of("/proc/" + process.pid() + "/maps");
    if (!Files.exists(maps)) {
      // Not Linux: the attempt itself will show it.
      return Optional.empty();
    }
    try {
      return Files.readString(maps, StandardCharsets.ISO_8859_1).contains("libjvm")
          ? Optional.empty()
          : Optional.of("it is not a JVM (the jps command of the JDK lists them).");
    } catch (IOException e) {
      return Optional.of("the system does not let this user examine it (" + e.getMessage() + ").");
    }
  }
}
