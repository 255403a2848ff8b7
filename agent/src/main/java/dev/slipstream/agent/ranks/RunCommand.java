package dev.slipstream.agent.ranks;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Runs a java command line as several ranks. */
public final class RunCommand {
  /** The option of {@code java -jar} on the agent's jar that starts this. */
  public static final String OPTION = "--run";

  private RunCommand() {}

  /**
   * Runs the command.
   *
   * @param arguments {@code -n 4 --hosts a:2,b:2 -- java …}
   * @param agentJar the agent's jar
   * @return the exit status: that of the first rank that failed; 2 if the arguments are wrong
   */
  public static int run(List<String> arguments, Path agentJar) {
    RunOutput output =
        new RunOutput(
            new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err));
    try {
      return new RankedRun(RunArguments.parse(arguments), agentJar, System.getenv(), output).run();
    } catch (LaunchException e) {
      output.say(String.valueOf(e.getMessage()));
      return e.status();
    } catch (IOException e) {
      output.say("the run could not be started: " + e.getMessage());
      return 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }
}
