package dev.slipstream.benchmarks;

import java.io.IOException;
import java.util.Collection;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/** JMH with its usual arguments; at the end it compares each benchmark with plain Java. */
public final class Bench {
  private Bench() {}

  /**
   * Runs the benchmarks.
   *
   * @param arguments JMH's arguments; {@code -h} lists them
   * @throws IOException if JMH cannot read its list of benchmarks
   */
  public static void main(String[] arguments) throws IOException {
    CommandLineOptions options;
    try {
      options = new CommandLineOptions(arguments);
    } catch (CommandLineOptionException e) {
      System.err.println("slipstream: " + e.getMessage() + "; bench -h lists the arguments");
      System.exit(1);
      return;
    }
    if (options.shouldHelp()
        || options.shouldList()
        || options.shouldListWithParams()
        || options.shouldListProfilers()
        || options.shouldListResultFormats()) {
      Main.main(arguments);
      return;
    }
    try {
      Collection<RunResult> results = new Runner(options).run();
      System.out.print(new Ratios(results).text());
    } catch (RunnerException e) {
      System.err.println("slipstream: the benchmarks ended early: " + e.getMessage());
      System.exit(1);
    }
  }
}
