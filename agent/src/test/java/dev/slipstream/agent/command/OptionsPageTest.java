package dev.slipstream.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.configuration.Option;
import dev.slipstream.runtime.configuration.OptionText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The tables of options in the pages, and the help, are made from their definitions. {@code
 * -Dslipstream.test.write=true} writes the tables anew.
 */
class OptionsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "options.md");
  private static final Path README = Path.of("..", "README.md");
  private static final String HEADER =
      "| option | values | default | what it does |\n|---|---|---|---|\n";
  private static final int COLUMNS = 80;

  /** What is code among allowed values that are described in words. */
  private static final Pattern CODE =
      Pattern.compile("\\b\\d+[mg]\\b|\\boff\\b|[^\\s,]*[#=:]\\S*?(?=,?( |$))");

  @Test
  void thePageListsEachOption() throws IOException {
    StringBuilder table = new StringBuilder();
    String group = "";
    for (OptionText text : OptionText.all()) {
      if (!text.group().equals(group)) {
        group = text.group();
        table.append("| **").append(group).append("** | | | |\n");
      }
      String joint = text.more().isEmpty() ? "" : text.more().startsWith("(") ? " " : ". ";
      table.append(row(text, text.line() + joint + text.more()));
    }
    assertTable(PAGE, table.toString());
  }

  @Test
  void theReadmeListsThoseThatAreNotAdvanced() throws IOException {
    StringBuilder table = new StringBuilder();
    for (OptionText text : OptionText.all()) {
      if (!text.advanced()) {
        assertThat(text.line()).as("links are relative to docs/").doesNotContain("](");
        table.append(row(text, text.line()));
      }
    }
    assertTable(README, table.toString());
  }

  @Test
  void theHelpOfTheJarSaysTheSame() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Help.write("1", new PrintStream(bytes, true, StandardCharsets.UTF_8));
    String help = bytes.toString(StandardCharsets.UTF_8);
    String words = help.replaceAll("\\s+", " ");
    for (OptionText text : OptionText.all()) {
      assertThat(words)
          .contains(
              " " + text.option().key() + " " + text.option().allowed(),
              " " + OptionText.plain(text.line()) + " ");
    }
    List<String> options = help.substring(help.indexOf("\n  slipstream.")).lines().toList();
    assertThat(options).filteredOn(line -> line.startsWith("   ")).allMatch(OptionsPageTest::fits);
  }

  private static boolean fits(String line) {
    return line.codePointCount(0, line.length()) <= COLUMNS;
  }

  private static String row(OptionText text, String what) {
    Option option = text.option();
    String usual = option.defaultValue().isEmpty() ? text.unset() : code(option.defaultValue());
    return "| "
        + code(option.key())
        + " | "
        + values(option)
        + " | "
        + usual
        + (usual.isEmpty() ? "| " : " | ")
        + what
        + " |\n";
  }

  private static String values(Option option) {
    return option.words().isEmpty()
        ? CODE.matcher(option.allowed()).replaceAll(found -> code(found.group()))
        : String.join(", ", option.words().stream().map(OptionsPageTest::code).toList());
  }

  private static String code(String text) {
    return "`" + text + "`";
  }

  private static void assertTable(Path file, String rows) throws IOException {
    String page = Files.readString(file);
    int from = page.indexOf(HEADER);
    assertThat(from).as("a table with the header%n%s", HEADER).isNotNegative();
    int to = page.indexOf("\n\n", from);
    String made = page.substring(0, from) + HEADER + rows + (to < 0 ? "" : page.substring(to + 1));
    if (Boolean.getBoolean("slipstream.test.write")) {
      Files.writeString(file, made);
      page = made;
    }
    assertThat(page)
        .as(
            "%s holds the options as options.txt describes them: run this test with"
                + " -Dslipstream.test.write=true",
            file)
        .isEqualTo(made);
  }
}
