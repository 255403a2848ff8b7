package dev.slipstream.agent.ranks;

import dev.slipstream.agent.child.ChildJvm;
import dev.slipstream.agent.child.Jdk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A run of the launcher, whose output goes to files. */
final class LaunchedRun {
  private static final int SECONDS = 120;

  private final Path out;
  private final Path err;
  private final Process process;

  private LaunchedRun(Path out, Path err, Process process) {
    this.out = out;
    this.err = err;
    this.process = process;
  }

  /**
   * Starts a run.
   *
   * @param folder the folder for its output
   * @param options options of the launcher
   * @param rest the words after the java command
   */
  static LaunchedRun start(
      Path folder, List<String> options, List<String> rest, Map<String, String> environment)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("-jar", ChildJvm.agentJar().toString(), RunCommand.OPTION));
    arguments.addAll(options);
    arguments.addAll(List.of("--", Jdk.current().java().toString()));
    arguments.addAll(rest);
    ProcessBuilder builder = ChildJvm.plain().in(folder).builder(arguments);
    builder.environment().putAll(new HashMap<>(environment));
    return start(folder, builder);
  }

  /** Starts any command that starts ranks. */
  static LaunchedRun start(Path folder, ProcessBuilder builder) throws IOException {
    Path out = Files.createTempFile(folder, "launcher", ".out");
    Path err = Files.createTempFile(folder, "launcher", ".err");
    return new LaunchedRun(
        out, err, builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start());
  }

  Process process() {
    return process;
  }

  /** Writes to its standard input, and then closes that. */
  void give(byte[] bytes) throws IOException {
    try (var input = process.getOutputStream()) {
      input.write(bytes);
    }
  }

  /** Waits until the run has ended. */
  int exit() throws IOException, InterruptedException {
    return exit(SECONDS);
  }

  /**
   * Waits until the run has ended.
   *
   * @param seconds the longest time to wait
   */
  int exit(int seconds) throws IOException, InterruptedException {
    if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
      List<ProcessHandle> ranks = process.descendants().toList();
      process.destroyForcibly();
      ranks.forEach(ProcessHandle::destroyForcibly);
      throw new IllegalStateException("the run did not end; it wrote " + err() + out());
    }
    return process.exitValue();
  }

  /** Waits until so many ranks have written their process numbers into files of a folder. */
  List<ProcessHandle> awaitRanks(Path folder, int size) throws IOException, InterruptedException {
    List<ProcessHandle> ranks = new ArrayList<>();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    for (int rank = 0; rank < size; rank++) {
      Path file = folder.resolve("pid" + rank);
      while (!Files.exists(file)) {
        if (!process.isAlive() || System.nanoTime() - deadline > 0) {
          throw new IllegalStateException("rank " + rank + " did not start: " + err());
        }
        Thread.sleep(20);
      }
      ranks.add(ProcessHandle.of(Long.parseLong(Files.readString(file))).orElseThrow());
    }
    return ranks;
  }

  /** Waits until processes have ended. */
  static void awaitEnd(List<ProcessHandle> processes) throws Exception {
    for (ProcessHandle one : processes) {
      one.onExit().get(SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Returns how long ago it last wrote to its standard output. */
  Duration sinceOutput() throws IOException {
    return Duration.between(Files.getLastModifiedTime(out).toInstant(), Instant.now());
  }

  byte[] outBytes() throws IOException {
    return Files.readAllBytes(out);
  }

  String out() throws IOException {
    return Files.readString(out, StandardCharsets.ISO_8859_1);
  }

  String err() throws IOException {
    return Files.readString(err, StandardCharsets.ISO_8859_1);
  }
}
