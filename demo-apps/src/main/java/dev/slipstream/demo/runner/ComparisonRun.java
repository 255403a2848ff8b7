package dev.slipstream.demo.runner;

import dev.slipstream.demo.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs programs twice each, first plain, then with the agent. If the driver had to compile kernels,
 * there is another run with the agent, because the driver keeps them for later runs.
 */
final class ComparisonRun {
  private final RunnerOptions options;
  private final Progress progress;
  private final Path reports;

  /** Creates the folders for pictures and reports. */
  ComparisonRun(RunnerOptions options, Progress progress) throws RunnerException {
    this.options = options;
    this.progress = progress;
    this.reports = options.out().resolve("report");
    try {
      Files.createDirectories(reports);
    } catch (IOException e) {
      throw new RunnerException(
          "cannot create the folder " + reports + ": choose another one with --out", e);
    }
  }

  /** Returns the folder with the agent's reports on each program. */
  Path reports() {
    return reports;
  }

  /**
   * Runs one program.
   *
   * @throws RunnerException if one of the runs fails; the message says which
   * @throws InterruptedException if this thread is interrupted
   */
  Comparison compare(Program program) throws RunnerException, InterruptedException {
    ProgramOutput plain;
    try {
      plain =
          run(
              program,
              program.title() + "-plain",
              List.of(),
              options.out().resolve("plain"),
              "plain java");
    } catch (RunnerException e) {
      throw new RunnerException(program.title() + " failed in plain java: " + e.getMessage(), e);
    }
    try {
      int size = options.sizeOf(program);
      Attached first = attached(program, "with slipstream");
      if (first.report().built() == 0) {
        return new Comparison(
            program,
            size,
            plain,
            first.output(),
            first.report(),
            ranked(program),
            Optional.empty());
      }
      Attached second = attached(program, "with slipstream, kernels compiled");
      return new Comparison(
          program,
          size,
          plain,
          second.output(),
          second.report(),
          ranked(program),
          Optional.of(first.output()));
    } catch (RunnerException | IOException e) {
      throw new RunnerException(program.title() + " failed with slipstream: " + e.getMessage(), e);
    }
  }

  /** The output of a program, and the agent's report. */
  private record Attached(ProgramOutput output, AgentReport report) {}

  private Attached attached(Program program, String phase)
      throws RunnerException, IOException, InterruptedException {
    Path file = reports.resolve(program.title() + ".json");
    Files.deleteIfExists(file);
    ProgramOutput output = run(program, program.title(), agent(file), options.out(), phase);
    if (!Files.exists(file)) {
      throw new RunnerException("the agent wrote no report to " + file);
    }
    AgentReport report = AgentReport.parse(Files.readString(file));
    if (report.loops().isEmpty()) {
      // The program ran as without the agent, so equal results would mean nothing.
      throw new RunnerException(
          "the agent found none of its loops: see " + reports.resolve(program.title() + ".txt"));
    }
    return new Attached(output, report);
  }

  private Optional<Comparison.Ranked> ranked(Program program)
      throws RunnerException, IOException, InterruptedException {
    if (options.ranks() < 2) {
      return Optional.empty();
    }
    String name = program.title() + "-ranks";
    Path file = reports.resolve(name + ".json");
    Files.deleteIfExists(file);
    List<String> launcher =
        List.of(
            options.java(),
            "-jar",
            "" + options.agent(),
            "--run",
            "-n",
            "" + options.ranks(),
            "--");
    ProgramOutput output =
        run(
            program,
            name,
            launcher,
            agent(file),
            options.out(),
            "on " + options.ranks() + " ranks");
    AgentReport report = AgentReport.parse(Files.readString(file));
    return Optional.of(new Comparison.Ranked(output, report.betweenRanks()));
  }

  private ProgramOutput run(
      Program program, String name, List<String> jvmOptions, Path out, String phase)
      throws RunnerException, InterruptedException {
    return run(program, name, List.of(), jvmOptions, out, phase);
  }

  private ProgramOutput run(
      Program program,
      String name,
      List<String> launcher,
      List<String> jvmOptions,
      Path out,
      String phase)
      throws RunnerException, InterruptedException {
    List<String> command = new ArrayList<>(launcher);
    command.add(options.java());
    command.add("-Djava.awt.headless=true");
    command.addAll(jvmOptions);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(program.type());
    command.add("--size");
    command.add(Integer.toString(options.sizeOf(program)));
    if (!program.files().isEmpty()) {
      command.add("--out");
      command.add(out.toString());
    }
    Child child = new Child(reports.resolve(name + ".out"), reports.resolve(name + ".txt"));
    return child.run(command, seconds -> progress.show(program.title() + ", " + phase, seconds));
  }

  private List<String> agent(Path report) {
    List<String> arguments = new ArrayList<>();
    if (!options.javaArguments().isEmpty()) {
      arguments.add("@" + options.javaArguments());
    }
    arguments.addAll(
        List.of(
            "-javaagent:" + options.agent(),
            "-Dslipstream.device=" + options.device(),
            "-Dslipstream.report=summary",
            "-Dslipstream.report.file=" + report));
    return arguments;
  }
}
