package dev.slipstream.agent.child;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Sends signals to child processes. */
public final class Signals {
  /** Returns the signal's number on Linux. */
  private static final int SIGINT = 2;

  private Signals() {}

  /**
   * A shell lets commands that it runs in the background ignore SIGINT, and so do their children.
   */
  public static void assumeItIsHandled(String signal, Process program) throws IOException {
    Path status = Path.of("/proc/" + program.pid() + "/status");
    if (signal.equals("INT") && Files.isReadable(status)) {
      long ignored =
          Files.readAllLines(status).stream()
              .filter(line -> line.startsWith("SigIgn:"))
              .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).trim(), 16))
              .findFirst()
              .orElse(0);
      Assumptions.assumeTrue((ignored & 1 << SIGINT - 1) == 0, "SIGINT is ignored where this runs");
    }
  }

  /**
   * Sends a signal.
   *
   * @param signal its name without {@code SIG}
   */
  public static void send(String signal, Process to) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("kill", "-" + signal, "" + to.pid()).start().waitFor()).isZero();
  }
}
