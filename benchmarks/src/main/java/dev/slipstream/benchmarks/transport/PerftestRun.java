package dev.slipstream.benchmarks.transport;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/** Runs UCX's own benchmark, with tagged and with active messages; the better result counts. */
final class PerftestRun {
  private static final String PROGRAM = "ucx_perftest";
  private static final int PATIENCE_SECONDS = 60;
  private static final int START_MILLIS = 50;
  private static final int TRIES = 40;

  private final BiFunction<Integer, List<String>, ProcessBuilder> processes;

  /**
   * @param processes makes the process of a rank from a command
   */
  PerftestRun(BiFunction<Integer, List<String>, ProcessBuilder> processes) {
    this.processes = processes;
  }

  static boolean isInstalled() {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      if (Files.isExecutable(Path.of(folder, PROGRAM))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Measures a transfer.
   *
   * @param alert whether endpoints notice the death of their peer
   * @return microseconds or GB/s
   */
  double measure(MeasuredTransfer transfer, int times, boolean alert)
      throws IOException, InterruptedException {
    boolean latency = transfer.kind().isLatency();
    double tagged = measure(latency ? "tag_lat" : "tag_bw", transfer, times, alert);
    double active = measure(latency ? "ucp_am_lat" : "ucp_am_bw", transfer, times, alert);
    return latency ? Math.min(tagged, active) : Math.max(tagged, active);
  }

  private double measure(String test, MeasuredTransfer transfer, int times, boolean alert)
      throws IOException, InterruptedException {
    String port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = "" + free.getLocalPort();
    }
    Process server =
        processes
            .apply(1, List.of(PROGRAM, "-p", port))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectErrorStream(true)
            .start();
    try {
      for (int i = 0; i < TRIES; i++) {
        TimeUnit.MILLISECONDS.sleep(START_MILLIS);
        String output = client(test, port, transfer, times, alert);
        if (!output.isEmpty()) {
          return result(output, transfer);
        }
      }
    } finally {
      server.destroyForcibly().waitFor();
    }
    throw new IOException(PROGRAM + " gave no result for " + transfer);
  }

  private String client(
      String test, String port, MeasuredTransfer transfer, int times, boolean alert)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    Collections.addAll(
        command,
        PROGRAM,
        "127.0.0.1",
        "-p",
        port,
        "-t",
        test,
        "-s",
        "" + transfer.bytes(),
        "-n",
        "" + times,
        "-w",
        "" + times / 2,
        "-v");
    if (alert) {
      command.add("-e");
    }
    Process client =
        processes.apply(0, command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!client.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      client.destroyForcibly();
    }
    return output
        .lines()
        .map(String::trim)
        .filter(line -> line.matches("[0-9]+,.*"))
        .reduce("", (a, b) -> b);
  }

  /**
   * Reads a line of results: iterations, three latencies (median, average, overall), two bandwidths
   * in MiB/s, two rates.
   */
  private static double result(String line, MeasuredTransfer transfer) throws IOException {
    String[] fields = line.split(",", -1);
    if (fields.length < 6) {
      throw new IOException(String.format(Locale.ROOT, "%s says %s", PROGRAM, line));
    }
    return transfer.kind().isLatency()
        ? Double.parseDouble(fields[3])
        : Double.parseDouble(fields[5]) * (1 << 20) / 1e9;
  }
}
