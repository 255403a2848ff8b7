package dev.slipstream.agent;

import dev.slipstream.boot.AgentClassLoader;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;

/** The entry point of {@code java -jar} on the agent's jar. */
public final class Main {
  private static final String COMMAND_LINE = "dev.slipstream.agent.command.CommandLine";

  private Main() {}

  /** Runs the command line with the agent's own classes and exits with its status. */
  public static void main(String[] arguments) throws Exception {
    Path jar = SlipstreamAgent.jar();
    Object status;
    try {
      status =
          new AgentClassLoader(jar)
              .loadClass(COMMAND_LINE)
              .getMethod("run", String[].class, Path.class)
              .invoke(null, arguments, jar);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
    if (!Integer.valueOf(0).equals(status)) {
      System.exit((Integer) status);
    }
  }
}
