package dev.slipstream.agent.child;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Programs of the system that some tests need. */
public final class Tool {
  private Tool() {}

  /** The path of a program; skips the test if it is not there. */
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
   * Runs one, and waits for its end.
   *
   * @return what it has written
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
