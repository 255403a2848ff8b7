package dev.slipstream.agent.ranks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Ranks that a test starts itself, one process each, without a launcher that would end them. */
final class StartedRanks implements AutoCloseable {
  private static final int POLL_MILLIS = 20;

  private final Path folder;
  private final List<Process> processes = new ArrayList<>();

  /**
   * @param folder the folder for their output
   */
  StartedRanks(Path folder) {
    this.folder = folder;
  }

  /** Starts the next rank. */
  void start(ProcessBuilder builder) throws IOException {
    int rank = processes.size();
    processes.add(
        builder.redirectOutput(out(rank).toFile()).redirectError(errors(rank).toFile()).start());
  }

  private Path out(int rank) {
    return folder.resolve("rank" + rank + ".out");
  }

  private Path errors(int rank) {
    return folder.resolve("rank" + rank + ".err");
  }

  int size() {
    return processes.size();
  }

  Process process(int rank) {
    return processes.get(rank);
  }

  String written(int rank) throws IOException {
    return Files.readString(out(rank), StandardCharsets.ISO_8859_1);
  }

  String err(int rank) throws IOException {
    return Files.readString(errors(rank), StandardCharsets.ISO_8859_1);
  }

  /** Returns what all ranks have written to standard error, for messages. */
  String allErr() throws IOException {
    StringBuilder all = new StringBuilder();
    for (int rank = 0; rank < processes.size(); rank++) {
      all.append("--- rank ").append(rank).append(":\n").append(err(rank));
    }
    return all.toString();
  }

  /** Waits until a rank has written a text to standard error, or has ended. */
  boolean awaitErr(int rank, String text, int seconds) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!err(rank).contains(text)) {
      if (System.nanoTime() - deadline > 0 || !processes.get(rank).isAlive()) {
        return err(rank).contains(text);
      }
      Thread.sleep(POLL_MILLIS);
    }
    return true;
  }

  /**
   * Waits until rank 0 has created a file.
   *
   * @throws IllegalStateException if it does not
   */
  void awaitFile(Path file, int seconds) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!Files.exists(file)) {
      if (System.nanoTime() - deadline > 0 || !processes.get(0).isAlive()) {
        throw new IllegalStateException("rank 0 has not made " + file + "\n" + allErr());
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /**
   * Waits for the end of a rank.
   *
   * @return its exit code
   * @throws IllegalStateException if the rank does not end in time
   */
  int exit(int rank, int seconds) throws IOException, InterruptedException {
    if (!processes.get(rank).waitFor(seconds, TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          "rank " + rank + " has not ended in " + seconds + " s\n" + allErr());
    }
    return processes.get(rank).exitValue();
  }

  /** Ends the ranks that still run. */
  @Override
  public void close() throws InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
  }
}
