package dev.slipstream.agent.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarFile;

/** The commands of {@code java -jar slipstream-agent.jar}. */
public final class CommandLine {
  private static final List<String> COMMANDS =
      List.of("--help", "--version", "--doctor", "--attach");

  private CommandLine() {}

  /**
   * Runs one command.
   *
   * @param agentJar the agent's jar
   * @return the exit status: 0 if it went well, 2 if the arguments are wrong, otherwise 1
   * @throws IOException if the agent's jar cannot be read
   */
  public static int run(String[] arguments, Path agentJar) throws IOException {
    PrintStream out = System.out;
    String command = arguments.length == 0 ? "--help" : arguments[0];
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
        return Attachment.run(Arrays.asList(arguments).subList(1, arguments.length), agentJar);
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
