package dev.slipstream.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The comments, messages and names of all modules use plain words; {@link PagesTest} does pages.
 */
class PlainWordsTest {
  /** Phrases of comments and messages, with what to write instead. */
  private static final List<String> PHRASES =
      List.of(
          "hears? (of|that): is notified of, receives",
          "(is|are|was|were|been) heard: is received",
          "nobody: nothing, no code, no thread",
          "look(s|ed|ing)? at|a look: reads, writes, accesses, checks",
          "(come|comes|came|bring|brings|brought)( it| them)? home: is copied back",
          "(at|way) home: on the host",
          "(is|are|was|were) said of|says? of: describes, reports",
          "as if there were none: as without one",
          "(is|are) (gone|not there)|that (is|are) there: exists; was collected, lost, released",
          "lets? go( of)?: releases",
          "stands? (before|beside|in|there|on): is in, precedes",
          "in vain: without success",
          "at once: immediately, simultaneously",
          "so far|as far as: up to",
          "for ever: forever",
          "has it that|it may be that: may",
          "one after the other: in sequence",
          "the like: similar",
          "wants?: needs");

  /** Phrases of names, whose words are separated here. */
  private static final Pattern OF_NAMES =
      Pattern.compile(
          "\\b(nobody|nobodys|look(s|ed)? at|(a|first) look|lets? go"
              + "|(come|comes|came|bring|brings|brought) home|home now|hears?|heard|in vain"
              + "|at once|so far|the like)\\b");

  /** A text block, a string, a character, or a comment; or a name. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?s)(?<text>\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\\n])*'"
              + "|//[^\n]*|/\\*.*?\\*/)|(?<name>[A-Za-z_$][\\w$]*)");

  /** The ends of lines, with the beginnings of lines of comments. */
  private static final Pattern BREAK = Pattern.compile("\\s*\n[ \t]*(\\*|//)?[ \t]*");

  private static final Pattern NEW_WORD = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|_");

  @Test
  void commentsAndMessagesUsePlainWords() throws IOException {
    assertThat(hits(sources(), false)).isEmpty();
  }

  @Test
  void namesUsePlainWords() throws IOException {
    assertThat(hits(sources(), true)).isEmpty();
  }

  @Test
  void aPhraseIsFoundInACommentThatIsBrokenAndInAName() {
    String source = "// Nobody looks\n// at it.\nint arrayThatComesHome = 1; // a look-up is fine";
    List<String> found = new ArrayList<>();
    inTexts("Some.java", source, found);
    inNames("Some.java", source, found);
    assertThat(found).hasSize(3);
    assertThat(found.get(2)).startsWith("Some.java:3: arrayThatComesHome");
  }

  private static List<String> hits(List<Path> files, boolean names) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files) {
      String source = Files.readString(file);
      if (names) {
        inNames(file.toString(), source, found);
      } else {
        inTexts(file.toString(), source, found);
      }
    }
    return found;
  }

  private static void inTexts(String file, String source, List<String> found) {
    Matcher token = TOKEN.matcher(source);
    StringBuilder texts = new StringBuilder();
    while (token.find()) {
      if (token.group("text") != null) {
        // Comments of single lines are one text.
        texts.append(token.group()).append('\n');
      }
    }
    String all = BREAK.matcher(texts).replaceAll(" ");
    for (String phrase : PHRASES) {
      int colon = phrase.lastIndexOf(": ");
      Matcher matcher =
          Pattern.compile("(?i)\\b(" + phrase.substring(0, colon) + ")\\b(?!-)").matcher(all);
      while (matcher.find()) {
        String around =
            all.substring(
                Math.max(0, matcher.start() - 40), Math.min(all.length(), matcher.end() + 40));
        found.add(file + ": say '" + phrase.substring(colon + 2) + "' in: " + around);
      }
    }
  }

  private static void inNames(String file, String source, List<String> found) {
    Matcher token = TOKEN.matcher(source);
    while (token.find()) {
      String name = token.group("name");
      if (name != null) {
        String words = NEW_WORD.matcher(name).replaceAll(" ").toLowerCase(Locale.ROOT);
        if (OF_NAMES.matcher(words).find()) {
          long line = source.substring(0, token.start()).lines().count();
          found.add(file + ":" + line + ": " + name);
        }
      }
    }
  }

  /** The Java sources of all modules, without the two tests that list the phrases. */
  private static List<Path> sources() throws IOException {
    List<Path> all = new ArrayList<>();
    Path root = Path.of("..");
    try (Stream<Path> modules = Files.list(root)) {
      for (Path module : modules.sorted().toList()) {
        if (Files.isDirectory(module.resolve("src"))) {
          try (Stream<Path> files = Files.walk(module.resolve("src"))) {
            files
                .filter(file -> file.toString().endsWith(".java"))
                .filter(file -> !file.endsWith("PagesTest.java"))
                .filter(file -> !file.endsWith("PlainWordsTest.java"))
                .forEach(all::add);
          }
        }
      }
    }
    assertThat(all).hasSizeGreaterThan(1000);
    return all;
  }
}
