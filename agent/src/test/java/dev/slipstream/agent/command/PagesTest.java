package dev.slipstream.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.configuration.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What pages point at exists: files, headings, commands, options; and their programs are run. */
class PagesTest {
  /** Pages in which one looks things up; the others are read as a whole. */
  private static final Set<String> REFERENCES =
      Set.of("docs/loop-examples.md", "docs/refusals.md", "docs/options.md", "docs/commands.md");

  private static final int MOST_LINES = 400;
  private static final int MOST_LINES_OF_README = 250;
  private static final int COLUMNS = 120;
  private static final int MOST_CELLS_OF_README = 4;

  /** Pages all of whose Java programs are run by a test. */
  private static final Map<String, String> RUN_BY =
      Map.of(
          "docs/loops.md", "LoopsPageTest",
          "docs/loop-examples.md", "LoopsPageTest",
          "docs/refusals.md", "LoopsPageTest",
          "docs/splitting.md", "SplittingPageTest",
          "docs/host-tasks.md", "SpmdPageIT",
          "docs/jmh.md", "JmhIT",
          "README.md", "ReadmeProgramIT");

  private static final String ILLUSTRATION = "Illustration";

  private static final Pattern OPTION =
      Pattern.compile("(?:(?<![\\w./-])|(?<=-D))slipstream\\.([a-zA-Z]+(?:\\.[a-zA-Z]+)*)");
  private static final Pattern SET = Pattern.compile("--set (?:slipstream\\.)?([a-z][a-zA-Z.]*)=");
  private static final Pattern VARIABLE = Pattern.compile("SLIPSTREAM_([A-Z_]+)");
  private static final Set<String> VARIABLES = Set.of("SECRET", "SERVICE", "SSH", "PROCESS");

  /** Properties of the build and of its tests. */
  private static final Pattern OF_THE_BUILD = Pattern.compile("test\\..*|skip(Unit|Attach)Tests");

  private static final Pattern COMMAND =
      Pattern.compile("\\./slipstream ([a-z]+)((?: (?!-- )[^\\s`#>]+)*)");
  private static final Pattern FLAG = Pattern.compile("--[a-z-]+|-[a-z]");

  /** The outcome of an example, which {@code LoopsPageTest} writes. */
  private static final Pattern OUTCOME = Pattern.compile("(?ms)^\\*\\*[^\n]*?\\*\\*: .*?(?=\n\n)");

  /** Words for which there are plainer ones. */
  private static final Pattern DIALECT =
      Pattern.compile(
          "(?i)\\b(hears? of|heard of|nobody|look(s|ed|ing)? at|a look\\b(?! up)"
              + "|(come|comes|came|bring|brings|brought)( it| them)? home|(at|way) home"
              + "|(says?|said) of|as if there were none|(is|are) (gone|not there)"
              + "|that (is|are) there\\b|let go|stands? (before|beside|in|there|on)"
              + "|by (itself|themselves)|of its own|in vain|at once|so far|as far as|for ever"
              + "|has it that|it may be that|one after the other|the like|wants?)\\b");

  @Test
  void linksLeadToFilesAndHeadings() throws IOException {
    List<String> broken = new ArrayList<>();
    for (MarkdownPage page : MarkdownPage.all()) {
      for (String link : page.links()) {
        if (link.contains("://")) {
          continue;
        }
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? page.path() : page.path().resolveSibling(parts[0]);
        if (!Files.exists(target)) {
          broken.add(page.name() + ": " + link);
        } else if (parts.length == 2 && !MarkdownPage.read(target).anchors().contains(parts[1])) {
          broken.add(page.name() + ": no heading for " + link);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void optionsThatAreNamedExist() throws IOException {
    Set<String> keys =
        Arrays.stream(Option.values())
            .map(option -> option.key().substring("slipstream.".length()))
            .collect(Collectors.toSet());
    Set<String> variables = keys.stream().map(PagesTest::variable).collect(Collectors.toSet());
    variables.addAll(VARIABLES);
    assertNamed(OPTION, name -> OF_THE_BUILD.matcher(name).matches() ? "" : name, keys);
    assertNamed(SET, Function.identity(), keys);
    assertNamed(VARIABLE, Function.identity(), variables);
  }

  /** The name of an option as an environment variable, behind the first underscore. */
  private static String variable(String key) {
    return key.replace('.', '_').toUpperCase(Locale.ROOT);
  }

  private static void assertNamed(Pattern pattern, Function<String, String> name, Set<String> known)
      throws IOException {
    List<String> unknown = new ArrayList<>();
    for (MarkdownPage page : MarkdownPage.all()) {
      Matcher found = pattern.matcher(page.text());
      while (found.find()) {
        String named = name.apply(found.group(1));
        if (!named.isEmpty() && !known.contains(named)) {
          unknown.add(page.name() + ": " + found.group());
        }
      }
    }
    assertThat(unknown).isEmpty();
  }

  @Test
  void commandsAndTheirOptionsExist() throws Exception {
    Map<String, String> help = CommandHelp.all();
    List<String> wrong = new ArrayList<>();
    int commands = 0;
    for (MarkdownPage page : MarkdownPage.all()) {
      Matcher found = COMMAND.matcher(page.text());
      while (found.find()) {
        commands++;
        String text = help.get(found.group(1));
        if (text == null) {
          wrong.add(page.name() + ": " + found.group());
          continue;
        }
        for (String word : found.group(2).strip().split(" ", -1)) {
          if (FLAG.matcher(word).matches()
              && !word.equals("--help")
              && !text.matches("(?s).*(?<![\\w-])" + word + "(?![\\w-]).*")) {
            wrong.add(page.name() + ": " + found.group() + ": " + word);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(commands).isGreaterThan(20);
  }

  @Test
  void theProgramsAreRunByATestOrMarkedAsIllustrations() throws IOException {
    List<String> neither = new ArrayList<>();
    for (MarkdownPage page : MarkdownPage.all()) {
      for (MarkdownPage.Block block : page.blocks()) {
        if (block.language().equals("java")
            && !RUN_BY.containsKey(page.name())
            && !block.before().startsWith(ILLUSTRATION)) {
          neither.add(page.name() + ":\n" + block.code());
        }
      }
    }
    assertThat(neither).isEmpty();
  }

  @Test
  void pagesArePlainEnglish() throws IOException {
    List<String> found = new ArrayList<>();
    for (MarkdownPage page : MarkdownPage.all()) {
      String prose = OUTCOME.matcher(page.prose()).replaceAll("");
      DIALECT
          .matcher(prose)
          .results()
          .forEach(word -> found.add(page.name() + ": " + word.group()));
    }
    assertThat(found).isEmpty();
  }

  @Test
  void pagesCanBeReadOnAScreen() throws IOException {
    for (MarkdownPage page : MarkdownPage.all()) {
      boolean readme = page.name().equals("README.md");
      if (!REFERENCES.contains(page.name())) {
        assertThat(page.lines())
            .as(page.name())
            .hasSizeLessThanOrEqualTo(readme ? MOST_LINES_OF_README : MOST_LINES);
      }
      for (String line : page.linesWithoutBlocks()) {
        if (line.startsWith("|")) {
          int cells = line.replaceAll("`[^`]*`", "").split("\\|", -1).length - 2;
          assertThat(!readme || cells <= MOST_CELLS_OF_README).as(line).isTrue();
        } else if (!line.contains("](http")) {
          assertThat(line.length()).as("%s: %s", page.name(), line).isLessThanOrEqualTo(COLUMNS);
        }
      }
    }
  }
}
