package dev.slipstream.runtime.configuration;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What users are told about an option: in the help of the agent's jar, in README.md and in
 * docs/options.md. The texts are in the resource {@code options.txt}; only commands read it.
 *
 * @param option the option
 * @param group the group in which it is listed
 * @param advanced whether only few people need it
 * @param unset what holds where an option without a default value is not set, in Markdown; may be
 *     empty
 * @param line what it does, one line of Markdown
 * @param more what only docs/options.md says besides, in Markdown; may be empty
 */
public record OptionText(
    Option option, String group, boolean advanced, String unset, String line, String more) {
  private static final String RESOURCE = "options.txt";
  private static final String COMMENT = "#";
  private static final String GROUP = "== ";
  private static final String ADVANCED = " *";
  private static final String INDENT = "  ";
  private static final String UNSET = " = ";

  /**
   * Reads the texts of all options, in the order of the groups.
   *
   * @throws IllegalStateException if the resource is missing or not of its form
   */
  public static List<OptionText> all() {
    try (InputStream in = OptionText.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + " is missing: build the agent again");
      }
      return parse(
          new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
              .lines()
              .filter(line -> !line.isBlank() && !line.startsWith(COMMENT))
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<OptionText> parse(List<String> lines) {
    List<OptionText> texts = new ArrayList<>();
    String group = "";
    boolean advanced = false;
    for (int i = 0; i < lines.size(); ) {
      String line = lines.get(i++);
      if (line.startsWith(GROUP)) {
        advanced = line.endsWith(ADVANCED);
        group = line.substring(GROUP.length(), line.length() - (advanced ? ADVANCED.length() : 0));
        continue;
      }
      int equals = line.indexOf(UNSET);
      String key = equals < 0 ? line : line.substring(0, equals);
      Option option =
          Option.ofKey(key)
              .orElseThrow(() -> new IllegalStateException(RESOURCE + ": no option " + line));
      String unset = equals < 0 ? "" : line.substring(equals + UNSET.length());
      int end = i;
      while (end < lines.size() && lines.get(end).startsWith(INDENT)) {
        end++;
      }
      List<String> said = lines.subList(i, end).stream().map(String::strip).toList();
      if (said.isEmpty() || said.size() > 2) {
        throw new IllegalStateException(RESOURCE + ": " + key + " needs one line or two");
      }
      i = end;
      texts.add(
          new OptionText(
              option, group, advanced, unset, said.get(0), said.size() == 1 ? "" : said.get(1)));
    }
    return texts;
  }

  /** Returns Markdown as a terminal shows it: without code marks, and links as their texts. */
  public static String plain(String markdown) {
    return markdown.replace("`", "").replaceAll("\\[([^\\]]*)]\\([^)]*\\)", "$1");
  }
}
