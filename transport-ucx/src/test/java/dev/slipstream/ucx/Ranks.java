package dev.slipstream.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.slipstream.fixture.SharedMemoryHere;
import dev.slipstream.runtime.communication.TransportException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Ranks of {@link NodeProgram} on this machine, which communicate over the loopback device. */
final class Ranks implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 120;
  private static final String SECRET = "a secret that only this test knows";

  private final SharedMemoryHere before;
  private final List<Process> processes = new ArrayList<>();
  private final List<List<String>> lines = new ArrayList<>();
  private final List<Thread> readers = new ArrayList<>();

  private Ranks(SharedMemoryHere before) {
    this.before = before;
  }

  /** Skips a test if UCX is not installed. */
  static void assumeUcx() {
    String problem = "";
    try {
      UcxLibrary.open().close();
    } catch (TransportException e) {
      problem = e.getMessage();
    }
    assumeTrue(problem.isEmpty(), problem);
  }

  /**
   * Starts ranks.
   *
   * @param count how many
   * @param transports the value of {@code UCX_TLS}; {@code all} for the default
   * @param arguments those of the program
   */
  static Ranks start(int count, String transports, String... arguments) throws IOException {
    return start(count, Map.of("UCX_TLS", transports), arguments);
  }

  /**
   * Starts ranks.
   *
   * @param count how many
   * @param settings environment variables of UCX
   * @param arguments those of the program
   */
  static Ranks start(int count, Map<String, String> settings, String... arguments)
      throws IOException {
    Ranks ranks = new Ranks(SharedMemoryHere.now());
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    for (int rank = 0; rank < count; rank++) {
      List<String> command =
          new ArrayList<>(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-Xmx256m",
                  "-XX:MaxDirectMemorySize=512m",
                  "-XX:-CreateCoredumpOnCrash",
                  "-cp",
                  System.getProperty("java.class.path"),
                  NodeProgram.class.getName()));
      command.addAll(List.of(arguments));
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.directory(Path.of(System.getProperty("java.io.tmpdir")).toFile());
      Map<String, String> environment = builder.environment();
      environment.put("SLIPSTREAM_RANK", "" + rank);
      environment.put("SLIPSTREAM_SIZE", "" + count);
      environment.put("SLIPSTREAM_RENDEZVOUS", "127.0.0.1:" + port);
      environment.put("SLIPSTREAM_SECRET", SECRET);
      environment.put("UCX_LOG_LEVEL", "fatal");
      environment.put("UCX_NET_DEVICES", "lo");
      environment.putAll(settings);
      ranks.add(builder.start());
    }
    return ranks;
  }

  private void add(Process process) {
    List<String> said = new ArrayList<>();
    Thread reader = new Thread(() -> read(process, said));
    reader.setDaemon(true);
    reader.start();
    processes.add(process);
    lines.add(said);
    readers.add(reader);
  }

  private static void read(Process process, List<String> said) {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        synchronized (said) {
          said.add(line);
          said.notifyAll();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    synchronized (said) {
      said.add("(the end)");
      said.notifyAll();
    }
  }

  /** Waits until a rank has printed a line. */
  void awaitLine(int rank, String wanted) throws InterruptedException {
    List<String> said = lines.get(rank);
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    synchronized (said) {
      while (said.stream().noneMatch(line -> line.contains(wanted))) {
        long left = until - System.nanoTime();
        if (left <= 0 || said.contains("(the end)")) {
          throw new AssertionError("rank " + rank + " has not said '" + wanted + "': " + said);
        }
        TimeUnit.NANOSECONDS.timedWait(said, left);
      }
    }
  }

  /** Waits until a rank has ended successfully, and returns its lines. */
  List<String> awaitEnd(int rank) throws InterruptedException {
    Process process = processes.get(rank);
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
        .as("rank %s ends: %s", rank, lines.get(rank))
        .isTrue();
    readers.get(rank).join();
    assertThat(process.exitValue()).as("rank %s: %s", rank, lines.get(rank)).isZero();
    return lines.get(rank);
  }

  void kill(int rank) {
    processes.get(rank).destroyForcibly();
  }

  /** Stops a rank, so that it hangs. */
  void stop(int rank) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-STOP", "" + processes.get(rank).pid()).start().waitFor();
  }

  @Override
  public void close() throws IOException {
    for (Process process : processes) {
      process.destroyForcibly();
      try {
        process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    checkNothingIsLeft();
  }

  /** Shared memory outlives processes, unless it is released as soon as both sides have it. */
  private void checkNothingIsLeft() throws IOException {
    try {
      assertThat(before.leaked()).as("shared memory of ranks that have ended").isEmpty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
