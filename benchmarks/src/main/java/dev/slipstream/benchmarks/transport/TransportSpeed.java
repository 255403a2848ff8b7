package dev.slipstream.benchmarks.transport;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Compares what two ranks on this machine achieve with UCX's own benchmark, {@code ucx_perftest},
 * over the same transport. For each transfer both run in turn, equally briefly, in several rounds,
 * while the other one rests: a virtual machine may move to cores that share less when both are busy
 * for long. The medians count, also of the ratios of the rounds. That program runs twice: as it is,
 * and with {@code -e}, so that its endpoints notice the death of their peer, as ours do, which in
 * UCX 1.13 keeps them from sending without a copy.
 */
public final class TransportSpeed {
  static final String RESULT = "result ";
  static final String ROUTE = "route ";

  /** Asks rank 0 to measure. */
  static final char AGAIN = 'a';

  private static final char END = 'e';

  private static final String HELP =
      """
      TransportSpeed [--rounds N] [--tls 'all tcp'] [--only TEXT] [--prefix COMMAND] [--cpus A,B]
                     [--warm-up SECONDS]
        --rounds N        measure N times, and take the medians (9)
        --tls 'A B'       transports, as UCX_TLS names them (all and tcp)
        --only TEXT       measure what has the text in its name
        --prefix COMMAND  in front of each process, as 'chrt -r 1' on a machine that does other work
        --cpus A,B        pins each rank to a processor
        --warm-up SECONDS for each transfer, before anything is measured (1; 8 where the ranks share
                          their processors with the JIT compilers: with --cpus, or fewer than four)
      """;

  private static final long PATIENCE_SECONDS = 60;

  private final List<String> prefix;
  private final List<String> cpus;
  private final int rounds;
  private final String only;
  private final int warmUp;

  private TransportSpeed(
      List<String> prefix, List<String> cpus, int rounds, String only, int warmUp) {
    this.only = only;
    this.warmUp = warmUp;
    this.prefix = prefix;
    this.cpus = cpus;
    this.rounds = rounds;
  }

  /**
   * Prints a table.
   *
   * @param arguments as the help says
   * @throws IOException if a rank cannot be started
   * @throws InterruptedException if this thread is interrupted
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    String tls = "all tcp";
    String prefix = "";
    String cpus = "";
    String only = "";
    int rounds = 9;
    int warmUp = 0;
    for (int i = 0; i < arguments.length; i += 2) {
      String value = i + 1 < arguments.length ? arguments[i + 1] : "";
      switch (arguments[i]) {
        case "--tls" -> tls = value;
        case "--prefix" -> prefix = value;
        case "--cpus" -> cpus = value;
        case "--only" -> only = value;
        case "--rounds" -> rounds = Integer.parseInt(value);
        case "--warm-up" -> warmUp = Integer.parseInt(value);
        default -> {
          System.out.print(HELP);
          return;
        }
      }
    }
    if (warmUp == 0) {
      warmUp = cpus.isEmpty() && Runtime.getRuntime().availableProcessors() >= 4 ? 1 : 8;
    }
    TransportSpeed speed =
        new TransportSpeed(words(prefix, " "), words(cpus, ","), rounds, only, warmUp);
    System.out.printf(
        Locale.ROOT, "memcpy of 1 MiB %.1f GB/s, of 64 MiB %.1f%n", memcpy(1), memcpy(64));
    for (String one : words(tls, " ")) {
      speed.compare(one);
    }
  }

  private static List<String> words(String text, String separator) {
    return text.isEmpty() ? List.of() : List.of(text.split(separator));
  }

  private static double memcpy(int mebibytes) {
    ByteBuffer from = ByteBuffer.allocateDirect(mebibytes << 20);
    ByteBuffer to = ByteBuffer.allocateDirect(mebibytes << 20);
    double best = 0;
    for (int i = 0; i < 20; i++) {
      long start = System.nanoTime();
      to.put(0, from, 0, from.capacity());
      best = Math.max(best, (double) from.capacity() / (System.nanoTime() - start));
    }
    return best;
  }

  private void compare(String tls) throws IOException, InterruptedException {
    // Over TCP everything takes several times as long.
    double speed = tls.equals("tcp") ? 1 : 4;
    boolean installed = PerftestRun.isInstalled();
    System.out.printf("%nUCX_TLS=%s%n", tls);
    System.out.printf(
        "%-34s %10s %12s %7s %16s %7s%n",
        "", "ours", "ucx_perftest", "ratio", "ucx_perftest -e", "ratio");
    String route = "";
    for (MeasuredTransfer transfer : MeasuredTransfer.all(only)) {
      double[] ours = new double[rounds];
      double[] theirs = new double[rounds];
      double[] alerts = new double[rounds];
      PerftestRun perftest = new PerftestRun((rank, command) -> process(rank, command, tls));
      int times = transfer.times(speed);
      try (Ranks ranks = new Ranks(tls, speed, transfer)) {
        route = ranks.route();
        for (int round = 0; round < rounds; round++) {
          ours[round] = ranks.measure();
          theirs[round] = installed ? perftest.measure(transfer, times, false) : Double.NaN;
          alerts[round] = installed ? perftest.measure(transfer, times, true) : Double.NaN;
        }
      }
      System.out.printf(
          Locale.ROOT,
          "%-34s %10.2f %12.2f %7.2f %16.2f %7.2f %s%n",
          transfer,
          median(ours),
          median(theirs),
          medianRatio(ours, theirs),
          median(alerts),
          medianRatio(ours, alerts),
          transfer.unit());
    }
    System.out.println("route: " + route);
  }

  /** Of each round for itself, as the machine may be slower in another one. */
  private static double medianRatio(double[] values, double[] bases) {
    double[] ratios = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      ratios[i] = values[i] / bases[i];
    }
    return median(ratios);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private ProcessBuilder process(int rank, List<String> command, String tls) {
    List<String> all = new ArrayList<>(prefix);
    if (!cpus.isEmpty()) {
      all.addAll(List.of("taskset", "-c", cpus.get(rank % cpus.size())));
    }
    all.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(all);
    Map<String, String> environment = builder.environment();
    environment.put("UCX_LOG_LEVEL", "fatal");
    environment.put("UCX_TLS", tls);
    // As our ranks, or endpoints that notice the death of their peer would not use shared memory.
    environment.put("UCX_MM_ERROR_HANDLING", "y");
    return builder;
  }

  /** Two ranks that measure one transfer whenever they are asked. */
  private final class Ranks implements AutoCloseable {
    private final Process first;
    private final Process second;
    private final BufferedReader output;

    Ranks(String tls, double speed, MeasuredTransfer transfer) throws IOException {
      String rendezvous;
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        rendezvous = "127.0.0.1:" + free.getLocalPort();
      }
      List<String> command =
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:+UseSerialGC",
              "--enable-native-access=ALL-UNNAMED",
              "-cp",
              System.getProperty("java.class.path"),
              TransferNode.class.getName(),
              "" + speed,
              transfer.toString(),
              "" + warmUp);
      first = rank(0, command, tls, rendezvous);
      second = rank(1, command, tls, rendezvous);
      output =
          new BufferedReader(new InputStreamReader(first.getInputStream(), StandardCharsets.UTF_8));
    }

    /** How they are connected. */
    String route() throws IOException {
      return next(ROUTE);
    }

    /** Measures the transfer once more; returns the result in its unit. */
    double measure() throws IOException {
      ask(AGAIN);
      return Double.parseDouble(next(RESULT));
    }

    private void ask(char what) throws IOException {
      first.getOutputStream().write(what);
      first.getOutputStream().flush();
    }

    /** What follows the next line that begins with a text; prints other lines. */
    private String next(String start) throws IOException {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.startsWith(start)) {
          return line.substring(start.length());
        }
        System.out.println(line);
      }
      throw new IOException("a rank has ended before it printed '" + start + "'");
    }

    @Override
    public void close() throws IOException {
      try {
        ask(END);
        if (!first.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)
            || !second.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          throw new IOException("a rank has not ended");
        }
        if (first.exitValue() != 0 || second.exitValue() != 0) {
          throw new IOException("a rank has failed");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        first.destroyForcibly();
        second.destroyForcibly();
      }
    }
  }

  private Process rank(int rank, List<String> command, String tls, String rendezvous)
      throws IOException {
    ProcessBuilder builder =
        process(rank, command, tls).redirectError(ProcessBuilder.Redirect.INHERIT);
    Map<String, String> environment = builder.environment();
    environment.put("SLIPSTREAM_RANK", "" + rank);
    environment.put("SLIPSTREAM_SIZE", "2");
    environment.put("SLIPSTREAM_RENDEZVOUS", rendezvous);
    environment.put("SLIPSTREAM_SECRET", "two ranks of a benchmark on one machine");
    return builder.start();
  }
}
