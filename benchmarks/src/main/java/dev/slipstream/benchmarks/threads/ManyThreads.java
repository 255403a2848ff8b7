package dev.slipstream.benchmarks.threads;

import dev.slipstream.benchmarks.BenchArguments;
import dev.slipstream.benchmarks.Figures;
import dev.slipstream.benchmarks.ProgramJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Compares how many loops many threads run that share no array, with the agent and without. Each
 * round starts one JVM for each way, so that the load of the machine affects all of them. On a busy
 * machine the processor time of a loop is more reliable than the rate.
 */
public final class ManyThreads {
  private static final String PLAIN = "plain";
  private static final List<String> DEVICES = List.of("cpu", "opencl");
  private static final String THREADS = "64";
  private static final int LEAST_LOOPS = 80;

  /**
   * The figures of one way, one of each JVM.
   *
   * @param rate loops in a second
   * @param program microseconds of processor time for a loop, in threads of the program
   * @param agent the same in threads of Slipstream
   * @param driver the same in threads of a driver
   */
  record Costs(List<Double> rate, List<Double> program, List<Double> agent, List<Double> driver) {
    Costs() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    double micros() {
      return Figures.median(program) + Figures.median(agent) + Figures.median(driver);
    }
  }

  private final Map<String, Costs> byWay = new LinkedHashMap<>();

  ManyThreads() {}

  /**
   * Runs it: {@code ManyThreads AGENT [--json] [--rounds R] [--loops N]}.
   *
   * @throws Exception if a JVM cannot be started
   */
  public static void main(String[] arguments) throws Exception {
    BenchArguments.main(arguments, ManyThreads::run);
  }

  static void run(String[] arguments) throws IOException, InterruptedException {
    BenchArguments given =
        BenchArguments.parse(
            arguments, "threads", "--loops", /* least= */ LEAST_LOOPS, /* usual= */ 1600);
    Path program =
        ProgramJvm.copy(Files.createTempDirectory("slipstream-threads"), ManyThreadsProgram.class);
    ManyThreads costs = new ManyThreads();
    for (int round = 0; round < given.rounds(); round++) {
      costs.run(program, PLAIN, List.of(), given.number());
      for (String device : DEVICES) {
        List<String> attached =
            List.of(
                "-javaagent:" + arguments[0],
                "-Dslipstream.device=" + device,
                "-Dslipstream.report=off");
        costs.run(program, device, attached, given.number());
      }
    }
    System.out.print(given.json() ? costs.json() : costs.text());
  }

  private void run(Path program, String way, List<String> options, int loops)
      throws IOException, InterruptedException {
    new ProgramJvm(List.of(program), ManyThreadsProgram.class)
        .run(options, "[0-9]+(;[0-9.]+){3}", THREADS, Integer.toString(loops))
        .forEach(line -> add(way, line));
  }

  /** Takes a line of the program. */
  void add(String way, String line) {
    String[] parts = line.split(";", -1);
    Costs costs = byWay.computeIfAbsent(way, each -> new Costs());
    costs.rate().add(Double.valueOf(parts[0]));
    costs.program().add(Double.valueOf(parts[1]));
    costs.agent().add(Double.valueOf(parts[2]));
    costs.driver().add(Double.valueOf(parts[3]));
  }

  /** A table for people. */
  String text() {
    StringBuilder text = new StringBuilder(Figures.where()).append('\n');
    text.append(THREADS)
        .append(" threads; microseconds of processor for a loop in those of the program, of")
        .append(" Slipstream, of a driver\n");
    Costs base = byWay.get(PLAIN);
    double plain = base == null ? Double.NaN : base.micros();
    for (Map.Entry<String, Costs> way : byWay.entrySet()) {
      Costs costs = way.getValue();
      text.append(
          String.format(
              Locale.ROOT,
              "  %-8s %,9.0f loops a second  %6.1f µs (%.1f + %.1f + %.1f)  %5.2f times%n",
              way.getKey(),
              Figures.median(costs.rate()),
              costs.micros(),
              Figures.median(costs.program()),
              Figures.median(costs.agent()),
              Figures.median(costs.driver()),
              costs.micros() / plain));
    }
    return text.toString();
  }

  /** The same for programs. */
  String json() {
    StringBuilder text = new StringBuilder("{\"where\":\"").append(Figures.where()).append("\"");
    text.append(",\"threads\":").append(THREADS).append(",\"ways\":[");
    String between = "";
    for (Map.Entry<String, Costs> way : byWay.entrySet()) {
      Costs costs = way.getValue();
      text.append(between)
          .append(
              String.format(
                  Locale.ROOT,
                  "{\"way\":\"%s\",\"loopsPerSecond\":%.0f,\"programMicros\":%.1f,"
                      + "\"slipstreamMicros\":%.1f,\"driverMicros\":%.1f}",
                  way.getKey(),
                  Figures.median(costs.rate()),
                  Figures.median(costs.program()),
                  Figures.median(costs.agent()),
                  Figures.median(costs.driver())));
      between = ",";
    }
    return text.append("]}\n").toString();
  }
}
