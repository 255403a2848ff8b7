package dev.slipstream.compiler.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.loop.RefusalKind;
import dev.slipstream.model.loop.RefusedLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/refusals.md} has a section for each kind of refusal, with examples of that kind; its
 * messages without an example are parts of the sources. {@link LoopsPageTest} writes the messages
 * of the examples.
 */
class RefusalsPageTest {
  private static final String PAGE = "refusals.md";
  private static final String SECTION = "## ";
  private static final String FENCE = "```";
  private static final String CODE = "```java";
  private static final String FIRST_LINE = "line 1";

  /** A block of code or of a message, below the heading of a section. */
  private record Part(String section, boolean isCode, List<String> lines) {}

  private static List<Part> parts() throws IOException {
    List<Part> parts = new ArrayList<>();
    String section = "";
    String fence = "";
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(new LoopsPage(PAGE).path())) {
      if (fence.isEmpty() && line.startsWith(SECTION)) {
        section = line.substring(SECTION.length());
      } else if (fence.isEmpty() && line.startsWith(FENCE)) {
        fence = line;
        lines.clear();
      } else if (line.equals(FENCE)) {
        parts.add(new Part(section, fence.equals(CODE), List.copyOf(lines)));
        fence = "";
      } else {
        lines.add(line);
      }
    }
    return parts;
  }

  /** Where a heading is found. */
  private static String place(String heading) {
    return "docs/" + PAGE + "#" + heading.toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  @Test
  void eachKindOfRefusalHasASection() throws IOException {
    assertThat(Files.readAllLines(new LoopsPage(PAGE).path()))
        .filteredOn(line -> line.startsWith(SECTION))
        .extracting(line -> place(line.substring(SECTION.length())))
        .containsAll(Arrays.stream(RefusalKind.values()).map(RefusalKind::page).toList());
  }

  @Test
  void theExamplesOfASectionAreRefusedForThat() throws IOException {
    List<String> elsewhere = new ArrayList<>();
    int compared = 0;
    for (Part part : parts()) {
      if (part.isCode) {
        for (RefusedLoop loop : new Construct("", part.lines).compile().refused()) {
          compared++;
          if (!loop.kind().page().equals(place(part.section))) {
            elsewhere.add(part.section + ": " + loop);
          }
        }
      }
    }
    assertThat(elsewhere).isEmpty();
    assertThat(compared).isGreaterThan(30);
  }

  @Test
  void theMessagesWithoutAnExampleAreInTheSources() throws IOException {
    String sources = sources();
    int compared = 0;
    for (Part part : parts()) {
      if (!part.isCode && !part.lines.get(0).contains(FIRST_LINE)) {
        compared++;
        for (String line : part.lines) {
          for (String between : line.split("…", -1)) {
            assertThat(sources.contains(between.strip())).as("%s", between).isTrue();
          }
        }
      }
    }
    assertThat(compared).isGreaterThan(20);
  }

  /** The sources, with texts over several lines joined. */
  private static String sources() throws IOException {
    StringBuilder all = new StringBuilder();
    for (String module : List.of("compiler", "agent")) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          all.append(Files.readString(file));
        }
      }
    }
    return all.toString().replaceAll("\"\\s*\\+\\s*\"", "");
  }
}
