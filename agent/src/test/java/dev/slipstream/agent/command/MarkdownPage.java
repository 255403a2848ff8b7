package dev.slipstream.agent.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the project, in Markdown.
 *
 * @param path where it is, relative to the module of the tests
 * @param lines its text
 */
record MarkdownPage(Path path, List<String> lines) {
  private static final Path ROOT = Path.of("..");
  private static final String FENCE = "```";
  private static final Pattern CODE_SPAN = Pattern.compile("`[^`\n]+`");
  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)\\)");

  /** The pages at the root of the repository and in {@code docs/}. */
  static List<MarkdownPage> all() throws IOException {
    List<MarkdownPage> pages = new ArrayList<>();
    for (Path folder : List.of(ROOT, ROOT.resolve("docs"))) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(f -> f.toString().endsWith(".md")).sorted().toList()) {
          pages.add(read(file));
        }
      }
    }
    return pages;
  }

  static MarkdownPage read(Path path) throws IOException {
    return new MarkdownPage(path, Files.readAllLines(path));
  }

  /** Its path in the repository. */
  String name() {
    return ROOT.relativize(path).toString();
  }

  String text() {
    return String.join("\n", lines);
  }

  /** Its lines, with empty ones in place of blocks of code. */
  List<String> linesWithoutBlocks() {
    List<String> kept = new ArrayList<>();
    boolean block = false;
    for (String line : lines) {
      boolean fence = line.stripLeading().startsWith(FENCE);
      kept.add(block || fence || line.startsWith("    ") ? "" : line);
      block ^= fence;
    }
    return kept;
  }

  /** Its prose: without code in any form. */
  String prose() {
    return CODE_SPAN.matcher(String.join("\n", linesWithoutBlocks())).replaceAll("``");
  }

  /** The targets of its links and pictures. */
  List<String> links() {
    return LINK.matcher(prose()).results().map(link -> link.group(1)).toList();
  }

  /** The names by which its headings can be linked, as GitHub makes them. */
  Set<String> anchors() {
    Set<String> anchors = new HashSet<>();
    Map<String, Integer> seen = new HashMap<>();
    for (String line : linesWithoutBlocks()) {
      if (line.matches("#{1,6} .*")) {
        String slug =
            LINK.matcher(line.replaceFirst("#+ ", ""))
                .replaceAll("$0")
                .replaceAll("]\\([^)]*\\)", "]")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
        int count = seen.merge(slug, 1, Integer::sum);
        anchors.add(count == 1 ? slug : slug + "-" + (count - 1));
      }
    }
    return anchors;
  }

  /** A block of code: what is written behind the fence, the code, and the paragraph before it. */
  record Block(String language, String code, String before) {}

  /** Its blocks of code. */
  List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    Matcher block = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$").matcher(text() + "\n");
    while (block.find()) {
      String[] before = text().substring(0, block.start()).strip().split("\n\n", -1);
      blocks.add(new Block(block.group(1), block.group(2), before[before.length - 1]));
    }
    return blocks;
  }
}
