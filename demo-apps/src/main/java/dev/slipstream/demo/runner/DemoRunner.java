package dev.slipstream.demo.runner;

import dev.slipstream.demo.Program;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Runs the demo programs without and with the agent, and shows a comparison. */
public final class DemoRunner {
  private final RunnerOptions options;
  private final PrintStream out;
  private final PrintStream err;
  private final Supplier<Optional<MachineLoad>> load;

  /**
   * @param load gives the machine's load at the moment; empty if it is not known
   */
  DemoRunner(
      RunnerOptions options,
      PrintStream out,
      PrintStream err,
      Supplier<Optional<MachineLoad>> load) {
    this.options = options;
    this.out = out;
    this.err = err;
    this.load = load;
  }

  /**
   * Ends the process with 0 if all results are equal, 1 if some differ, a program failed or a loop
   * was not taken that had to be, 2 if the arguments are wrong.
   */
  public static void main(String[] args) throws InterruptedException {
    // The platform's encoding may lack the symbols of the table.
    PrintStream out = utf8(FileDescriptor.out);
    PrintStream err = utf8(FileDescriptor.err);
    int code;
    try {
      code = new DemoRunner(RunnerOptions.parse(args), out, err, MachineLoad::now).run();
    } catch (RunnerException e) {
      err.println(e.getMessage());
      code = 2;
    }
    System.exit(code);
  }

  /**
   * Runs all chosen programs, including those after one that fails.
   *
   * @return 0 if all is as expected, otherwise 1
   * @throws RunnerException if the folder for results cannot be created
   */
  int run() throws RunnerException, InterruptedException {
    boolean terminal = !options.json() && (options.tty() || Terminal.present());
    Progress progress = new Progress(out, terminal);
    ResultTable table = new ResultTable(terminal);
    ComparisonRun runs = new ComparisonRun(options, progress);
    if (!options.json()) {
      out.println(table.header());
    }
    Optional<MachineLoad> before = load.get();
    boolean good = true;
    boolean elsewhere = false;
    List<Comparison> done = new ArrayList<>();
    for (Program program : options.programs()) {
      try {
        Comparison comparison = runs.compare(program);
        progress.clear();
        out.println(options.json() ? ResultJson.line(comparison) : table.row(comparison));
        if (!options.json()) {
          table.ranks(comparison, options.ranks()).ifPresent(out::println);
        }
        good &= comparison.verdict() != Comparison.Verdict.DIFFERENT;
        good &= !options.requireTaken() || allTaken(comparison);
        elsewhere |= ranElsewhere(comparison);
        done.add(comparison);
      } catch (RunnerException e) {
        progress.clear();
        out.println(
            options.json()
                ? ResultJson.failure(program, e)
                : table.failure(program, options.sizeOf(program)));
        err.println(e.getMessage());
        good = false;
      }
    }
    if (elsewhere) {
      err.println(
          "no OpenCL device could be used: all cores were used instead (./slipstream doctor says"
              + " what is missing)");
    }
    if (!options.json()) {
      table.compilations(done).ifPresent(out::println);
      before.flatMap(this::warning).ifPresent(out::println);
      out.println(closingLine(done, runs));
    }
    return good ? 0 : 1;
  }

  private Optional<String> warning(MachineLoad before) {
    int available = Runtime.getRuntime().availableProcessors();
    return load.get().flatMap(now -> now.warning(before, available));
  }

  /** Whether a program's loops ran on all cores although another device was requested. */
  private boolean ranElsewhere(Comparison comparison) {
    return options.device().startsWith("opencl")
        && comparison.report().loops().stream().anyMatch(loop -> loop.where().equals("cpu"));
  }

  private boolean allTaken(Comparison comparison) {
    List<String> complaints = new TakenRule(options.device()).complaints(comparison.report());
    complaints.forEach(complaint -> err.println("not taken: " + complaint));
    return complaints.isEmpty();
  }

  private String closingLine(List<Comparison> done, ComparisonRun runs) {
    StringBuilder line = new StringBuilder();
    for (Comparison comparison : done) {
      for (String file : comparison.program().files()) {
        line.append(line.isEmpty() ? "results: " : " ").append(options.out().resolve(file));
      }
    }
    return line.append(line.isEmpty() ? "" : "\n")
        .append("reports: ")
        .append(runs.reports().resolve("*.txt"))
        .toString();
  }

  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
