package dev.slipstream.benchmarks.tornado;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Compares annotated loops that the agent runs on TornadoVM with the same kernels ported to
 * TornadoVM by hand. Each side has its own JVMs, in sequence, because the agent sets some of
 * TornadoVM's options for the whole JVM. Needs only a JDK with TornadoVM, and the agent's jar.
 */
public final class Comparison {
  private static final List<String> KERNELS =
      List.of(
          "saxpy", "sgemm", "stencil", "mandelbrot", "nbody", "blackscholes", "dft", "montecarlo");
  private static final String HAND = "hand";
  private static final String EXACT = "loops";
  private static final String FAST = "fastMath";

  /**
   * The annotated sides: with Java's results, and as fast as {@code slipstream.fastMath} allows.
   */
  private static final List<String> LOOPS = List.of(EXACT, FAST);

  private static final String COPIED = "copied";
  private static final String HEAP = "heap";

  /** The ways to run kernels, each with its text in the table. */
  private static final Map<String, String> MODES = new LinkedHashMap<>();

  static {
    MODES.put("resident", "resident: no array is copied, one element is read in the end");
    MODES.put("returned", "returned: the same, but one array is copied back in the end");
    MODES.put(COPIED, "copied: arrays in and out each time; by hand from outside the heap");
    MODES.put(HEAP, "heap: the same; by hand by way of TornadoVM's arrays, from plain ones");
  }

  private static final Pattern WHERE = Pattern.compile("\"where\"\\s*:\\s*\"tornado:[0-9]+\"");
  private static final String USAGE =
      """
      Usage: Comparison --agent JAR [--tornado-args FILE] [--only KERNEL,…] [--size-percent P]
               [--rounds R] [--samples S] [--times K] [--device D] [--hand-device B:D] [--jvm OPTION]…
        --tornado-args  the arguments that Java needs for TornadoVM; $TORNADOVM_HOME/tornado-argfile
        --rounds        so many JVMs of each side, alternately (3)
        --samples       measurements of each kernel in each JVM (7)
        --times         executions while arrays stay on the device (50)
        --device        slipstream.device of the annotated side (tornado)
        --hand-device   TornadoVM's numbers of backend and device for the other side (its default)
        --jvm           an option for the JVMs of both sides\
      """;

  private final Map<String, String> options;
  private final List<String> both;
  private final Map<String, Map<String, List<Double>>> samples = new TreeMap<>();
  private final Map<String, Map<String, Double>> sums = new HashMap<>();

  private Comparison(Map<String, String> options, List<String> both) {
    this.options = options;
    this.both = both;
  }

  /** Prints the medians of both sides, their ratios and the geometric means of the ratios. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Map<String, String> options = new HashMap<>();
    List<String> both = new ArrayList<>();
    for (int a = 0; a + 1 < arguments.length; a += 2) {
      if (arguments[a].equals("--jvm")) {
        both.add(arguments[a + 1]);
      } else {
        options.put(arguments[a], arguments[a + 1]);
      }
    }
    if (!options.containsKey("--agent") || arguments.length % 2 != 0) {
      System.err.println(USAGE);
      System.exit(2);
    }
    boolean complete = new Comparison(options, both).run();
    System.exit(complete ? 0 : 1);
  }

  private String option(String name, String usual) {
    return options.getOrDefault(name, usual);
  }

  private boolean run() throws IOException, InterruptedException {
    List<String> kernels =
        options.containsKey("--only") ? List.of(options.get("--only").split(",")) : KERNELS;
    int rounds = Integer.parseInt(option("--rounds", "3"));
    boolean complete = true;
    for (int round = 0; round < rounds; round++) {
      // A kernel that one side cannot run must not prevent the comparison of the others.
      for (String kernel : kernels) {
        complete &= side(HAND, kernel, hand());
        for (String side : LOOPS) {
          Path report = Files.createTempFile("comparison", ".json");
          complete &=
              side(side, kernel, annotated(report, side)) && ranOnTornadoVm(side, kernel, report);
          Files.delete(report);
        }
      }
    }
    print(kernels);
    return complete;
  }

  private List<String> hand() {
    List<String> more = new ArrayList<>(both);
    if (options.containsKey("--hand-device")) {
      more.add("-Dcomparison.device=" + options.get("--hand-device"));
    }
    more.addAll(classPath());
    more.add(HandPorted.class.getName());
    return more;
  }

  private List<String> annotated(Path report, String side) {
    List<String> more = new ArrayList<>(both);
    more.add("-javaagent:" + options.get("--agent"));
    more.add("-Dslipstream.device=" + option("--device", "tornado"));
    more.add("-Dslipstream.fastMath=" + side.equals(FAST));
    // Strict mode would end each loop before the next one, and arrays would not stay.
    more.add("-Dslipstream.report.file=" + report);
    more.addAll(classPath());
    more.add(AnnotatedLoops.class.getName());
    return more;
  }

  private static List<String> classPath() {
    return List.of("-cp", System.getProperty("java.class.path"));
  }

  private boolean side(String side, String kernel, List<String> command)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>();
    all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String home = System.getenv().getOrDefault("TORNADOVM_HOME", ".");
    all.add("@" + option("--tornado-args", Path.of(home, "tornado-argfile").toString()));
    all.addAll(command);
    all.add(kernel);
    all.add(option("--size-percent", "100"));
    all.add(option("--samples", "7"));
    all.add(option("--times", "50"));
    Path errors = Files.createTempFile("comparison", ".err");
    Process process = new ProcessBuilder(all).redirectError(errors.toFile()).start();
    process.getOutputStream().close();
    try (BufferedReader lines = process.inputReader()) {
      lines.lines().forEach(line -> take(side, line));
    }
    int status = process.waitFor();
    if (status != 0) {
      System.out.println(kernel + ", " + side + ": exit status " + status);
      Files.readAllLines(errors).stream()
          .limit(20)
          .forEach(line -> System.out.println("  " + line));
    }
    Files.delete(errors);
    return status == 0;
  }

  /** Kernels that ran elsewhere are not compared. */
  private boolean ranOnTornadoVm(String side, String kernel, Path report) throws IOException {
    if (WHERE.matcher(Files.readString(report)).find()) {
      return true;
    }
    System.out.println(kernel + ", " + side + ": TornadoVM did not run it");
    MODES
        .keySet()
        .forEach(mode -> samples.getOrDefault(kernel + " " + mode, new HashMap<>()).remove(side));
    return false;
  }

  private void take(String side, String line) {
    String[] words = line.split(" ");
    if (words.length == 4 && words[0].equals("sample")) {
      double millis = Double.parseDouble(words[3]);
      add(words[1] + " " + words[2], side, millis);
      if (words[2].equals(COPIED) && !side.equals(HAND)) {
        // The annotated loops' arrays are on the heap in any case.
        add(words[1] + " " + HEAP, side, millis);
      }
    } else if (words.length == 3 && words[0].equals("sum")) {
      sums.computeIfAbsent(words[1], key -> new HashMap<>()).put(side, Double.valueOf(words[2]));
    }
  }

  private void add(String what, String side, double millis) {
    samples
        .computeIfAbsent(what, key -> new HashMap<>())
        .computeIfAbsent(side, key -> new ArrayList<>())
        .add(millis);
  }

  private void print(List<String> kernels) {
    System.out.println(
        "milliseconds per execution, medians; ratio: by hand / annotated, above 1 the loop is"
            + " faster");
    for (String mode : MODES.keySet()) {
      System.out.printf("%n%s", MODES.get(mode));
      System.out.printf(
          "%n%-14s %12s %12s %8s %12s %8s%n", mode, "by hand", "annotated", "ratio", FAST, "ratio");
      double[] products = new double[LOOPS.size()];
      int[] counts = new int[LOOPS.size()];
      for (String kernel : kernels) {
        Map<String, List<Double>> found = samples.getOrDefault(kernel + " " + mode, Map.of());
        double hand = median(found.getOrDefault(HAND, List.of()));
        System.out.printf(Locale.ROOT, "%-14s %12.3f", kernel, hand);
        for (int s = 0; s < LOOPS.size(); s++) {
          double loops = median(found.getOrDefault(LOOPS.get(s), List.of()));
          System.out.printf(Locale.ROOT, " %12.3f %8.3f", loops, hand / loops);
          if (hand > 0 && loops > 0) {
            products[s] += Math.log(hand / loops);
            counts[s]++;
          }
        }
        System.out.println();
      }
      System.out.printf(
          Locale.ROOT,
          "%-14s %34.3f %21.3f%n",
          "geometric mean",
          Math.exp(products[0] / counts[0]),
          Math.exp(products[1] / counts[1]));
    }
    System.out.println();
    for (String kernel : kernels) {
      Map<String, Double> all = sums.getOrDefault(kernel, Map.of());
      double hand = all.getOrDefault(HAND, Double.NaN);
      double exact = all.getOrDefault(EXACT, Double.NaN);
      double fast = all.getOrDefault(FAST, Double.NaN);
      System.out.printf(
          Locale.ROOT,
          "%-14s sums of results differ by %.1e of their size, with fastMath by %.1e%n",
          kernel,
          Math.abs(hand - exact) / Math.max(1e-30, Math.abs(exact)),
          Math.abs(hand - fast) / Math.max(1e-30, Math.abs(fast)));
    }
  }

  private static double median(List<Double> values) {
    if (values.isEmpty()) {
      return Double.NaN;
    }
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
