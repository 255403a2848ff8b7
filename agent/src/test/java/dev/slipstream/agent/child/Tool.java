package dev.slipstream.agent.child;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** System programs that some tests need. */
public final class Tool {
  private Tool() {}

  /** Returns the path of a program; skips the test if it is missing. */
  public static Path assume(String name) {
    Optional<Path> found =
        Stream.concat(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(":")),
                Stream.of("/usr/sbin", "/sbin"))
            .map(folder -> Path.of(folder, name))
            .filter(Files::isExecutable)
            .findFirst();
    Assumptions.assumeTrue(found.isPresent(), "no " + name + " is here");
    return found.orElseThrow();
  }

  /**
   * Runs a program and waits for its end.
   *
   * @return its output
   * @throws IllegalStateException if it fails
   */
  public static String run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String written =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(String.join(" ", command) + " failed: " + written);
    }
    return written;
  }
}
