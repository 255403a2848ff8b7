package dev.slipstream.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.configuration.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page on options agrees with the code. */
class OptionsPageTest {
  private static final Path PAGE = Path.of("../docs/options.md");
  private static final Path README = Path.of("../README.md");

  @Test
  void thePageHasEachOptionWithItsValuesAndItsDefault() throws IOException {
    Map<String, List<String>> rows = rows(PAGE);
    assertThat(rows.keySet())
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Option.values()).map(Option::key).toList());
    for (Option option : Option.values()) {
      List<String> row = rows.get(option.key());
      assertThat(row.get(0))
          .as("values of %s", option.key())
          .isEqualTo(option.allowed().replace("|", ", "));
      if (!option.defaultValue().isEmpty()) {
        assertThat(row.get(1)).as("default of %s", option.key()).isEqualTo(option.defaultValue());
      }
    }
  }

  @Test
  void theOptionsInTheReadmeAreThose() throws IOException {
    Map<String, List<String>> page = rows(PAGE);
    Map<String, List<String>> few = rows(README);
    assertThat(few).isNotEmpty();
    few.forEach(
        (key, row) -> assertThat(row.subList(0, 2)).as(key).isEqualTo(page.get(key).subList(0, 2)));
  }

  /** Returns the cells after the name of each option, without code marks. */
  private static Map<String, List<String>> rows(Path page) throws IOException {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    for (String line : Files.readAllLines(page)) {
      if (line.startsWith("| `slipstream.")) {
        String[] cells = line.substring(2).replace("`", "").split(" \\| ?", -1);
        assertThat(rows.put(cells[0], Arrays.asList(cells).subList(1, cells.length)))
            .as("a second row of %s", cells[0])
            .isNull();
      }
    }
    return rows;
  }
}
