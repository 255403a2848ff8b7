package dev.slipstream.compiler.programs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A page about loops. Its template is Markdown in which a heading of the third level and the code
 * below it make an example; the page states the result for each example.
 */
final class LoopsPage {
  private static final String TITLE = "### ";
  private static final String CODE = "```java";
  private static final String END = "```";
  private static final int WIDTH = 120;

  private final String name;
  private final List<String> template;
  private final List<Construct> constructs = new ArrayList<>();

  /**
   * @param name the page's file name, which is also that of its template
   */
  LoopsPage(String name) throws IOException {
    this.name = name;
    this.template = template(name);
    String title = "";
    List<String> code = new ArrayList<>();
    boolean inCode = false;
    for (String line : this.template) {
      if (line.startsWith(TITLE)) {
        title = line.substring(TITLE.length());
      } else if (line.equals(CODE)) {
        inCode = true;
        code.clear();
      } else if (inCode && line.equals(END)) {
        inCode = false;
        constructs.add(new Construct(title, List.copyOf(code)));
      } else if (inCode) {
        code.add(line);
      }
    }
  }

  private static List<String> template(String name) throws IOException {
    try (InputStream in = LoopsPage.class.getResourceAsStream("/loops/" + name)) {
      if (in == null) {
        throw new IOException("there is no template of " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  /** The path of the page. */
  Path path() {
    return Path.of("..", "docs", name);
  }

  /** The examples, in order; each has a title of its own. */
  List<Construct> constructs() {
    return constructs;
  }

  /**
   * The page.
   *
   * @param outcomes the results for the examples, by their titles
   */
  String render(Map<String, String> outcomes) {
    StringBuilder page = new StringBuilder();
    for (String line : template) {
      if (line.startsWith(TITLE)) {
        String title = line.substring(TITLE.length());
        String outcome = outcomes.getOrDefault(title, "?");
        page.append('\n').append(wrapped("**" + title + "**: " + outcome)).append("\n\n");
      } else {
        page.append(line).append('\n');
      }
    }
    return page.toString().replace("\n\n\n", "\n\n");
  }

  /**
   * The text in lines of 120 columns, none of which begins like an item of a list. A code span
   * stays in one line if it fits into one.
   */
  private static String wrapped(String text) {
    StringBuilder lines = new StringBuilder();
    int column = 0;
    for (String word : words(text)) {
      boolean fits = column + 1 + word.length() <= WIDTH;
      if (column > 0) {
        lines.append(fits ? ' ' : '\n');
      }
      column = fits && column > 0 ? column + 1 + word.length() : word.length();
      lines.append(word);
    }
    return lines.toString();
  }

  /** The parts of a text between which a line may end. */
  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    for (String word : text.split(" (?![-+*] )")) {
      int last = words.size() - 1;
      boolean continues =
          last >= 0 && words.get(last).chars().filter(c -> c == '`').count() % 2 > 0;
      if (continues && words.get(last).length() + 1 + word.length() <= WIDTH) {
        words.set(last, words.get(last) + " " + word);
      } else {
        words.add(word);
      }
    }
    return words;
  }
}
