package dev.slipstream.benchmarks.entries;

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
 * Compares the cost of entering small loops with the agent and without. Each round starts one JVM
 * for each way, so that all run under the same conditions. The figures are the median of the
 * rounds, and its spread.
 */
public final class EntryCosts {
  private static final String PLAIN = "plain";
  private static final List<String> DEVICES = List.of("host", "auto", "cpu", "opencl");
  private static final int LEAST_ENTRIES = 100;

  /**
   * The times of one kind of loop in one way.
   *
   * @param first nanoseconds for an entry in the first round of the program, of each JVM
   * @param warm the same in its fastest round
   */
  record Times(List<Double> first, List<Double> warm) {}

  private final Map<String, Map<String, Times>> byKind = new LinkedHashMap<>();
  private final Path agent;
  private final Path program;
  private final int entries;

  EntryCosts(Path agent, Path program, int entries) {
    this.agent = agent;
    this.program = program;
    this.entries = entries;
  }

  /**
   * Runs the comparison: {@code EntryCosts AGENT [--json] [--rounds R] [--entries N]}.
   *
   * @throws Exception if a JVM cannot be started
   */
  public static void main(String[] arguments) throws Exception {
    BenchArguments.main(arguments, EntryCosts::run);
  }

  static void run(String[] arguments) throws IOException, InterruptedException {
    BenchArguments given =
        BenchArguments.parse(
            arguments, "entries", "--entries", /* least= */ LEAST_ENTRIES, /* usual= */ 20_000);
    Path program =
        ProgramJvm.copy(Files.createTempDirectory("slipstream-entries"), SmallLoopProgram.class);
    EntryCosts costs = new EntryCosts(Path.of(arguments[0]), program, given.number());
    for (int round = 0; round < given.rounds(); round++) {
      costs.run(PLAIN, List.of());
      for (String device : DEVICES) {
        costs.run(device, costs.attached(device));
      }
    }
    System.out.print(given.json() ? costs.json() : costs.text());
  }

  private List<String> attached(String device) {
    return List.of(
        "-javaagent:" + agent, "-Dslipstream.device=" + device, "-Dslipstream.report=off");
  }

  private void run(String way, List<String> options) throws IOException, InterruptedException {
    new ProgramJvm(List.of(program), SmallLoopProgram.class)
        .run(options, "[^;]+;[0-9.]+;[0-9.]+", Integer.toString(entries))
        .forEach(line -> add(way, line));
  }

  /** Adds a line of the program's output. */
  void add(String way, String line) {
    String[] parts = line.split(";", -1);
    Times times =
        byKind
            .computeIfAbsent(parts[0], kind -> new LinkedHashMap<>())
            .computeIfAbsent(way, each -> new Times(new ArrayList<>(), new ArrayList<>()));
    times.first().add(Double.valueOf(parts[1]));
    times.warm().add(Double.valueOf(parts[2]));
  }

  /**
   * Returns a table for people: the nanoseconds for an entry, and how many times as many with the
   * agent.
   */
  String text() {
    StringBuilder text = new StringBuilder(Figures.where()).append('\n');
    text.append("nanoseconds for an entry when warm, median [least, most]; first: of the first ");
    text.append(String.format(Locale.ROOT, "%,d entries%n", entries));
    for (Map.Entry<String, Map<String, Times>> kind : byKind.entrySet()) {
      text.append('\n').append(kind.getKey()).append('\n');
      Times base = kind.getValue().get(PLAIN);
      double plain = base == null ? Double.NaN : Figures.median(base.warm());
      for (Map.Entry<String, Times> way : kind.getValue().entrySet()) {
        List<Double> warm = way.getValue().warm();
        text.append(
            String.format(
                Locale.ROOT,
                "  %-8s %,10.0f [%,.0f, %,.0f]  %,+10.0f more  %6.2f times  first %,10.0f%n",
                way.getKey(),
                Figures.median(warm),
                Figures.sorted(warm)[0],
                Figures.sorted(warm)[warm.size() - 1],
                Figures.median(warm) - plain,
                Figures.median(warm) / plain,
                Figures.median(way.getValue().first())));
      }
    }
    return text.toString();
  }

  /** Returns the figures as JSON. */
  String json() {
    StringBuilder text = new StringBuilder("{\"where\":\"").append(Figures.where()).append("\"");
    text.append(",\"entries\":").append(entries).append(",\"loops\":[");
    String between = "";
    for (Map.Entry<String, Map<String, Times>> kind : byKind.entrySet()) {
      for (Map.Entry<String, Times> way : kind.getValue().entrySet()) {
        double[] warm = Figures.sorted(way.getValue().warm());
        text.append(between)
            .append(
                String.format(
                    Locale.ROOT,
                    "{\"loop\":\"%s\",\"way\":\"%s\",\"warmNanos\":%.1f,\"least\":%.1f,"
                        + "\"most\":%.1f,\"firstNanos\":%.1f}",
                    kind.getKey(),
                    way.getKey(),
                    Figures.median(way.getValue().warm()),
                    warm[0],
                    warm[warm.length - 1],
                    Figures.median(way.getValue().first())));
        between = ",";
      }
    }
    return text.append("]}\n").toString();
  }
}
