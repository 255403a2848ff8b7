package dev.slipstream.demo.runner;

import dev.slipstream.demo.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The runner's command line.
 *
 * @param agent the agent's jar
 * @param java the program that starts a JVM
 * @param javaArguments a file of arguments that Java needs with the agent; empty if it needs none
 * @param device the device that the agent is told to use: auto, cpu, tornado, opencl or opencl:N
 * @param json whether to print a JSON object per program instead of the table
 * @param requireTaken whether a loop that did not run on a device is a failure
 * @param tty whether to take standard output for a terminal in any case
 * @param out the folder for pictures and reports
 * @param sizePercent the sizes, in percent of the default ones
 * @param ranks the number of ranks that share the loops in a further run; 1 for no such run
 * @param programs the programs to run
 */
record RunnerOptions(
    Path agent,
    String java,
    String javaArguments,
    String device,
    boolean json,
    boolean requireTaken,
    boolean tty,
    Path out,
    int sizePercent,
    int ranks,
    List<Program> programs) {

  static final String USAGE =
      "--agent JAR [--java PATH] [--java-arguments FILE] [--device"
          + " auto|cpu|tornado|opencl|opencl:N] [--only NAME,…] [--size-percent P] [-n RANKS]"
          + " [--out DIR] [--json] [--require-taken] [--tty]";

  private static final int MOST_PERCENT = 10_000;

  /**
   * Reads a command line.
   *
   * @throws RunnerException if an option is unknown, wrong or missing
   */
  static RunnerOptions parse(String... args) throws RunnerException {
    String agent = "";
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String javaArguments = "";
    String device = "auto";
    boolean json = false;
    boolean requireTaken = false;
    boolean tty = false;
    String out = "demo-out";
    int percent = 100;
    int ranks = 1;
    List<Program> programs = Program.all();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--json" -> json = true;
        case "--require-taken" -> requireTaken = true;
        case "--tty" -> tty = true;
        case "--agent" -> agent = value(args, i++);
        case "--java" -> java = value(args, i++);
        case "--java-arguments" -> javaArguments = value(args, i++);
        case "--device" -> device = device(value(args, i++));
        case "--out" -> out = value(args, i++);
        case "--size-percent" -> percent = percent(value(args, i++));
        case "-n" -> ranks = ranks(value(args, i++));
        case "--only" -> programs = programs(value(args, i++));
        default ->
            throw new RunnerException(
                "the demo does not know the argument '" + args[i] + "': it takes " + USAGE);
      }
    }
    if (agent.isEmpty()) {
      throw new RunnerException("the demo was not told which agent to use: give --agent JAR");
    }
    if (!Files.isRegularFile(Path.of(agent))) {
      throw new RunnerException(
          "there is no agent at " + agent + ": build it, or give its path with --agent");
    }
    return new RunnerOptions(
        Path.of(agent),
        java,
        javaArguments,
        device,
        json,
        requireTaken,
        tty,
        Path.of(out),
        percent,
        ranks,
        programs);
  }

  /** Returns the size to run a program at. */
  int sizeOf(Program program) {
    return Math.max(8, (int) ((long) program.size() * sizePercent / 100));
  }

  private static String value(String[] args, int i) throws RunnerException {
    if (i + 1 == args.length) {
      throw new RunnerException(args[i] + " is last and has no value: " + USAGE);
    }
    return args[i + 1];
  }

  private static String device(String text) throws RunnerException {
    if (!text.matches("auto|cpu|tornado|opencl(:\\d+)?")) {
      throw new RunnerException(
          "--device is '"
              + text
              + "': choose auto, cpu, tornado, opencl or, for one of several,"
              + " opencl:0");
    }
    return text;
  }

  private static int percent(String text) throws RunnerException {
    if (!text.matches("\\d{1,5}")
        || Integer.parseInt(text) < 1
        || Integer.parseInt(text) > MOST_PERCENT) {
      throw new RunnerException(
          "--size-percent is '" + text + "': give a whole number from 1 to " + MOST_PERCENT);
    }
    return Integer.parseInt(text);
  }

  private static int ranks(String text) throws RunnerException {
    if (!text.matches("\\d{1,2}") || Integer.parseInt(text) < 1) {
      throw new RunnerException("-n is '" + text + "': give a whole number from 1 to 99");
    }
    return Integer.parseInt(text);
  }

  private static List<Program> programs(String text) throws RunnerException {
    List<Program> chosen = new ArrayList<>();
    for (String name : text.split(",")) {
      chosen.add(
          Program.named(name)
              .orElseThrow(
                  () ->
                      new RunnerException(
                          "--only names '"
                              + name
                              + "': choose from "
                              + String.join(",", Program.titles()))));
    }
    return List.copyOf(chosen);
  }
}
