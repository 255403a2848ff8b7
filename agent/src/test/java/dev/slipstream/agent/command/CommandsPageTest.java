package dev.slipstream.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The help of the script fits a terminal, and the page on commands holds it. {@code
 * -Dslipstream.test.write=true} writes it there anew.
 */
class CommandsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "commands.md");
  private static final int COLUMNS = 80;
  private static final int LINES = 24;

  @Test
  void eachHelpFitsATerminal() throws Exception {
    CommandHelp.all()
        .forEach(
            (command, text) -> {
              assertThat(text.lines()).as(command).hasSizeLessThanOrEqualTo(LINES);
              assertThat(text.lines())
                  .as(command)
                  .allMatch(line -> line.codePointCount(0, line.length()) <= COLUMNS);
            });
  }

  @Test
  void everyCommandTakesTheOptionHelp() throws Exception {
    for (Map.Entry<String, String> help : CommandHelp.all().entrySet()) {
      assertThat(CommandHelp.run(help.getKey(), "--help")).isEqualTo(help.getValue());
    }
    assertThat(CommandHelp.run("--help")).isEqualTo(CommandHelp.run());
  }

  @Test
  void thePageHasTheHelpOfEachCommand() throws Exception {
    String page = Files.readString(PAGE);
    String made = page;
    for (Map.Entry<String, String> help : CommandHelp.all().entrySet()) {
      String begin = "## " + help.getKey() + "\n\n```\n";
      int from = made.indexOf(begin);
      assertThat(from).as("section '%s'", help.getKey()).isNotNegative();
      int to = made.indexOf("```\n", from + begin.length());
      made = made.substring(0, from) + begin + help.getValue() + made.substring(to);
    }
    if (Boolean.getBoolean("slipstream.test.write")) {
      Files.writeString(PAGE, made);
      page = made;
    }
    assertThat(page)
        .as("%s holds the script's help: run this test with -Dslipstream.test.write=true", PAGE)
        .isEqualTo(made);
  }
}
