package dev.slipstream.demo.runner;

import dev.slipstream.demo.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs programs twice each, first plain, then with the agent. */
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

  /** The folder with what the agent wrote about each program. */
  Path reports() {
    return reports;
  }

  /**
   * Runs one program twice.
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
      Path report = reports.resolve(program.title() + ".json");
      Files.deleteIfExists(report);
      ProgramOutput attached =
          run(program, program.title(), agent(report), options.out(), "with slipstream");
      if (!Files.exists(report)) {
        throw new RunnerException("the agent wrote no report to " + report);
      }
      AgentReport said = AgentReport.parse(Files.readString(report));
      if (said.loops().isEmpty()) {
        // Equal results would mean nothing: the program ran as without the agent.
        throw new RunnerException(
            "the agent saw none of its loops: look into "
                + reports.resolve(program.title() + ".txt"));
      }
      return new Comparison(program, options.sizeOf(program), plain, attached, said);
    } catch (RunnerException | IOException e) {
      throw new RunnerException(program.title() + " failed with slipstream: " + e.getMessage(), e);
    }
  }

  private ProgramOutput run(
      Program program, String name, List<String> jvmOptions, Path out, String phase)
      throws RunnerException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(options.java());
    command.add("-Djava.awt.headless=true");
    command.addAll(jvmOptions);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(program.type().getName());
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
