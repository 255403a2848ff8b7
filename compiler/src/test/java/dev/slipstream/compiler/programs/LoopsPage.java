package dev.slipstream.compiler.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The page about loops. Its template is Markdown in which a heading of the third level and the code
 * below it make an example; the page says of each example what became of it.
 */
final class LoopsPage {
  private static final String TITLE = "### ";
  private static final String CODE = "```java";
  private static final String END = "```";

  private final List<String> template;
  private final List<Construct> constructs = new ArrayList<>();

  LoopsPage(String template) {
    this.template = template.lines().toList();
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

  /** The examples, in order; each has a title of its own. */
  List<Construct> constructs() {
    return constructs;
  }

  /**
   * The page.
   *
   * @param outcomes what became of the examples, by their titles
   */
  String render(Map<String, String> outcomes) {
    Function<String, String> heading =
        title -> "\n**" + title + "**: " + outcomes.getOrDefault(title, "?") + "\n\n";
    StringBuilder page = new StringBuilder();
    for (String line : template) {
      if (line.startsWith(TITLE)) {
        page.append(heading.apply(line.substring(TITLE.length())));
      } else {
        page.append(line).append('\n');
      }
    }
    return page.toString().replace("\n\n\n", "\n\n");
  }
}
