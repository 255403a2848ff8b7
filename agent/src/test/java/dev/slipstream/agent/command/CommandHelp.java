package dev.slipstream.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the script {@code slipstream} prints as help. */
final class CommandHelp {
  private static final Path SCRIPT = Path.of("..", "slipstream");

  private CommandHelp() {}

  /** The help of each command, in the order of {@code ./slipstream help}. */
  static Map<String, String> all() throws Exception {
    Map<String, String> texts = new LinkedHashMap<>();
    String overview = run("help");
    List<String> commands = new ArrayList<>();
    for (String line : overview.lines().toList()) {
      if (line.matches(" {2}[a-z]+ {2,}\\w.*")) {
        commands.add(line.strip().split(" ", 2)[0]);
      }
    }
    assertThat(commands).contains("help", "run");
    for (String command : commands) {
      texts.put(command, run("help", command));
    }
    return texts;
  }

  /** The output of the script with some arguments, which do not make it build anything. */
  static String run(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("sh", SCRIPT.toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }
}
