package dev.slipstream.benchmarks.attached;

import dev.slipstream.benchmarks.BenchArguments;
import dev.slipstream.benchmarks.Figures;
import dev.slipstream.benchmarks.ProgramJvm;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Compares programs with the agent and without: one that only prints a line, one that loads many
 * classes, the same with a marked loop, and one that runs a loop. Each round starts one JVM for
 * each way, so that all run under the same conditions. The figures are the median of the rounds,
 * and its spread.
 */
public final class AgentCosts {
  private static final String PLAIN = "plain";

  /** The classes that the programs load: the libraries of this jar, which have no marked loops. */
  private static final List<String> LIBRARIES = List.of("org/apache/commons/", "io/micrometer/");

  private final Path agent;
  private final Path folder;
  private final Map<String, Map<String, Times>> byProgram = new LinkedHashMap<>();

  /**
   * The times of a program in one way.
   *
   * @param wall seconds from its start to its end
   * @param processor seconds on all cores, until its {@code main} ended
   */
  record Times(List<Double> wall, List<Double> processor) {}

  AgentCosts(Path agent, Path folder) {
    this.agent = agent;
    this.folder = folder;
  }

  /**
   * Runs the comparison: {@code AgentCosts AGENT [--json] [--rounds R] [--classes N]}.
   *
   * @throws Exception if a JVM cannot be started
   */
  public static void main(String[] arguments) throws Exception {
    BenchArguments.main(arguments, AgentCosts::run);
  }

  static void run(String[] arguments) throws IOException, InterruptedException {
    BenchArguments given =
        BenchArguments.parse(arguments, "agent", "--classes", /* least= */ 1, /* usual= */ 1500);
    Path folder = Files.createTempDirectory("slipstream-attached");
    try {
      AgentCosts costs = new AgentCosts(Path.of(arguments[0]), folder);
      costs.compareAll(given.rounds(), given.number());
      System.out.print(given.json() ? costs.json() : costs.text());
    } finally {
      remove(folder);
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private void compareAll(int rounds, int classes) throws IOException, InterruptedException {
    Path quiet = ProgramJvm.copy(folder.resolve("quiet"), QuietProgram.class);
    Path marked = ProgramJvm.copy(folder.resolve("marked"), QuietProgram.class, LoopProgram.class);
    Path libraries = libraries(folder.resolve("libraries.jar"));
    String number = Integer.toString(classes);
    List<String> cores = List.of("-Dslipstream.device=cpu");
    List<String> openCl = List.of("-Dslipstream.device=opencl");
    // Classes get guards, and no driver is opened besides.
    List<String> guarded = List.of("-Dslipstream.device=auto", "-Dslipstream.deferred=true");
    for (int round = 0; round < rounds; round++) {
      String hello = "says hello, no marked loop";
      compare(hello, List.of(quiet), QuietProgram.class, openCl, "0");
      String loads = number + " classes, no marked loop";
      compare(loads, List.of(quiet, libraries), QuietProgram.class, openCl, number);
      String guards = number + " classes, and one with a marked loop";
      compare(guards, List.of(marked, libraries), LoopProgram.class, guarded, number, "0");
      String start = "no class but one with a marked loop";
      compare(start, List.of(marked, libraries), LoopProgram.class, guarded, "0", "0");
      String runs = "30 runs of a loop over a million floats, ";
      compare(runs + "cpu", List.of(marked), LoopProgram.class, cores, "0", "30");
      compare(runs + "opencl", List.of(marked), LoopProgram.class, openCl, "0", "30");
    }
  }

  private static Path libraries(Path file) throws IOException {
    File own;
    try {
      own = new File(AgentCosts.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException noFile) {
      throw new IOException("this class comes from no file", noFile);
    }
    try (JarFile jar = new JarFile(own);
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      Enumeration<JarEntry> entries = jar.entries();
      while (entries.hasMoreElements()) {
        String name = entries.nextElement().getName();
        if (name.endsWith(".class") && LIBRARIES.stream().anyMatch(name::startsWith)) {
          out.putNextEntry(new ZipEntry(name));
          try (InputStream in = jar.getInputStream(jar.getEntry(name))) {
            in.transferTo(out);
          }
        }
      }
    }
    return file;
  }

  /** Runs a program without the agent, with it for the first time, and with it again. */
  private void compare(
      String program,
      List<Path> classPath,
      Class<?> main,
      List<String> options,
      String... arguments)
      throws IOException, InterruptedException {
    Path cache = Files.createTempDirectory(folder, "cache");
    List<String> attached = new ArrayList<>(options);
    attached.add("-javaagent:" + agent);
    attached.add("-Dslipstream.report=off");
    attached.add("-Dslipstream.cache.dir=" + cache);
    ProgramJvm jvm = new ProgramJvm(classPath, main);
    run(program, PLAIN, jvm, List.of(), arguments);
    run(program, "first start", jvm, attached, arguments);
    run(program, "later start", jvm, attached, arguments);
  }

  private void run(
      String program, String way, ProgramJvm jvm, List<String> options, String... arguments)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    List<String> said = jvm.run(options, "[0-9.E-]+", arguments);
    double wall = (System.nanoTime() - began) * 1e-9;
    add(program, way, wall, Double.parseDouble(said.get(0)));
  }

  /** Adds the times of one run. */
  void add(String program, String way, double wall, double processor) {
    Times times =
        byProgram
            .computeIfAbsent(program, each -> new LinkedHashMap<>())
            .computeIfAbsent(way, each -> new Times(new ArrayList<>(), new ArrayList<>()));
    times.wall().add(wall);
    times.processor().add(processor);
  }

  /** Returns a table for people. */
  String text() {
    StringBuilder text = new StringBuilder(Figures.where()).append('\n');
    text.append("seconds, median [least, most]; first start: nothing is kept of the program yet\n");
    for (Map.Entry<String, Map<String, Times>> program : byProgram.entrySet()) {
      text.append('\n').append(program.getKey()).append('\n');
      Times base = program.getValue().get(PLAIN);
      for (Map.Entry<String, Times> way : program.getValue().entrySet()) {
        double[] wall = Figures.sorted(way.getValue().wall());
        double processor = Figures.median(way.getValue().processor());
        text.append(
            String.format(
                Locale.ROOT,
                "  %-12s %.3f [%.3f, %.3f]  %+.3f more  processor %.2f  %.2f times%n",
                way.getKey(),
                Figures.median(way.getValue().wall()),
                wall[0],
                wall[wall.length - 1],
                Figures.median(way.getValue().wall())
                    - (base == null ? Double.NaN : Figures.median(base.wall())),
                processor,
                processor / (base == null ? Double.NaN : Figures.median(base.processor()))));
      }
    }
    return text.toString();
  }

  /** Returns the figures as JSON. */
  String json() {
    StringBuilder text = new StringBuilder("{\"where\":\"").append(Figures.where()).append("\"");
    text.append(",\"programs\":[");
    String between = "";
    for (Map.Entry<String, Map<String, Times>> program : byProgram.entrySet()) {
      for (Map.Entry<String, Times> way : program.getValue().entrySet()) {
        double[] wall = Figures.sorted(way.getValue().wall());
        text.append(between)
            .append(
                String.format(
                    Locale.ROOT,
                    "{\"program\":\"%s\",\"way\":\"%s\",\"wallSeconds\":%.4f,\"least\":%.4f,"
                        + "\"most\":%.4f,\"processorSeconds\":%.2f}",
                    program.getKey(),
                    way.getKey(),
                    Figures.median(way.getValue().wall()),
                    wall[0],
                    wall[wall.length - 1],
                    Figures.median(way.getValue().processor())));
        between = ",";
      }
    }
    return text.append("]}\n").toString();
  }
}
