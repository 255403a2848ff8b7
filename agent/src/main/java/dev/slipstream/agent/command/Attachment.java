package dev.slipstream.agent.command;

import java.io.File;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import net.bytebuddy.agent.ByteBuddyAgent;

/** Attaches the agent to a running JVM. */
final class Attachment {
  private Attachment() {}

  /**
   * Attaches the agent and prints the outcome.
   *
   * @param arguments the process id, then options {@code key=value}
   * @return the exit status
   */
  static int run(List<String> arguments, Path agentJar) {
    PrintStream err = System.err;
    if (arguments.isEmpty() || !arguments.get(0).matches("[0-9]{1,10}")) {
      err.println("attach to which process? Give its id (the jps command of the JDK lists them).");
      return 2;
    }
    long pid = Long.parseLong(arguments.get(0));
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    if (process.isEmpty() || !process.get().isAlive()) {
      err.println("there is no process " + pid + " (the jps command of the JDK lists the JVMs).");
      return 1;
    }
    if (pid == ProcessHandle.current().pid()) {
      err.println("process " + pid + " is this command itself.");
      return 2;
    }
    Optional<String> obstacle = TargetJvm.obstacle(process.get());
    if (obstacle.isPresent()) {
      err.println("process " + pid + " was not attached to: " + obstacle.get());
      return 1;
    }
    String options = String.join(";", arguments.subList(1, arguments.size()));
    try {
      attach(agentJar.toFile(), pid, options);
    } catch (RuntimeException e) {
      err.println("process " + pid + " was not attached to: " + reason(e));
      return 1;
    }
    System.out.println("attached to process " + pid + "; its report comes when it ends.");
    return 0;
  }

  private static void attach(File agentJar, long pid, String options) {
    ByteBuddyAgent.attach(agentJar, Long.toString(pid), options);
  }

  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String said = String.valueOf(cause.getMessage());
    if (cause.getClass().getSimpleName().equals("AttachNotSupportedException")) {
      return "it does not answer (" + said + "): it may be stopped or about to end.";
    }
    if (cause.getClass().getSimpleName().equals("AgentLoadException")) {
      return "it does not load agents ("
          + said
          + "): start it with -XX:+EnableDynamicAgentLoading.";
    }
    return said + ".";
  }
}
