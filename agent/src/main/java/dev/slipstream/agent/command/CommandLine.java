package dev.slipstream.agent.command;

import dev.slipstream.agent.ranks.HostServer;
import dev.slipstream.agent.ranks.RunCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarFile;

/** The commands of {@code java -jar slipstream-agent.jar}. */
public final class CommandLine {
  private static final List<String> COMMANDS =
      List.of("--help", "--version", "--doctor", "--attach", RunCommand.OPTION);

  private CommandLine() {}

  /**
   * Runs one command.
   *
   * @param agentJar the agent's jar
   * @return the exit status: 0 on success, 2 if the arguments are wrong, the program's own if it
   *     ran one, otherwise 1
   * @throws IOException if the agent's jar cannot be read
   */
  public static int run(String[] arguments, Path agentJar)
      throws IOException, InterruptedException {
    PrintStream out = System.out;
    String command = arguments.length == 0 ? "--help" : arguments[0];
    List<String> rest =
        Arrays.asList(arguments).subList(Math.min(1, arguments.length), arguments.length);
    switch (command) {
      case "--help", "-h", "help" -> {
        Help.write(version(agentJar), out);
        return 0;
      }
      case "--version", "-version", "version" -> {
        out.println("slipstream " + version(agentJar));
        return 0;
      }
      case "--doctor", "doctor" -> {
        DoctorCommand.standard(CommandLine.class.getClassLoader()).write(out);
        return 0;
      }
      case "--attach", "attach" -> {
        return Attachment.run(rest, agentJar);
      }
      case RunCommand.OPTION, "run" -> {
        return RunCommand.run(rest, agentJar);
      }
      // The launcher passes this option on other hosts; users do not.
      case HostServer.OPTION -> {
        return HostServer.run();
      }
      default -> {
        System.err.println(
            "there is no command '" + command + "': use one of " + String.join(", ", COMMANDS));
        return 2;
      }
    }
  }

  private static String version(Path agentJar) throws IOException {
    try (JarFile jar = new JarFile(agentJar.toFile())) {
      return jar.getManifest().getMainAttributes().getValue("Implementation-Version");
    }
  }
}
