package dev.slipstream.demo.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** Runs one program in a JVM of its own and writes its output to two files. */
final class Child {
  private static final long LIMIT_SECONDS = 900;
  private static final int SHOWN_LINES = 8;

  private final Path standardOutput;
  private final Path standardError;

  /** Creates a child whose output overwrites two files; their folder must exist. */
  Child(Path standardOutput, Path standardError) {
    this.standardOutput = standardOutput;
    this.standardError = standardError;
  }

  /**
   * Runs a command and waits for its end.
   *
   * @param tick is told how many seconds have passed, at the start and then about ten times a
   *     second
   * @throws RunnerException if the program cannot be started, fails, takes more than 15 minutes, or
   *     does not print its results
   * @throws InterruptedException if this thread is interrupted; the program is ended then
   */
  ProgramOutput run(List<String> command, LongConsumer tick)
      throws RunnerException, InterruptedException {
    try {
      long start = System.nanoTime();
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(standardOutput.toFile())
              .redirectError(standardError.toFile())
              .start();
      try {
        process.getOutputStream().close();
        tick.accept(0);
        while (!process.waitFor(100, TimeUnit.MILLISECONDS)) {
          long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
          if (seconds >= LIMIT_SECONDS) {
            throw new RunnerException(
                "it was ended after "
                    + LIMIT_SECONDS
                    + " seconds: choose a smaller --size-percent"
                    + lastErrors());
          }
          tick.accept(seconds);
        }
      } finally {
        process.destroyForcibly();
      }
      double millis = (System.nanoTime() - start) / 1e6;
      if (process.exitValue() != 0) {
        throw new RunnerException("it ended with code " + process.exitValue() + lastErrors());
      }
      return ProgramOutput.parse(lines(standardOutput), millis);
    } catch (IOException e) {
      throw new RunnerException("it could not be run: " + e.getMessage(), e);
    }
  }

  private String lastErrors() throws IOException {
    List<String> lines = lines(standardError);
    StringBuilder text = new StringBuilder();
    for (String line : lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size())) {
      text.append("\n    ").append(line);
    }
    return text.toString();
  }

  /** Reads lines; replaces bytes that are not UTF-8, because the text is only shown or searched. */
  private static List<String> lines(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
  }
}
