package dev.slipstream.agent.child;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The loops of a report in JSON.
 *
 * @param loops one per loop, key to value as text
 */
public record LoopReport(List<Map<String, String>> loops) {
  // Possessive, so that the matcher needs no stack for long texts.
  private static final String TEXT = "\"(?:[^\"\\\\]|\\\\.)*+\"";
  private static final String PART = "[^{}\"]|" + TEXT;
  private static final Pattern OBJECT =
      Pattern.compile("\\{(?:" + PART + "|\\{(?:" + PART + ")*+\\})*+\\}");
  private static final Pattern MEMBER =
      Pattern.compile("\"(\\w+)\"\\s*:\\s*(?:(" + TEXT + ")|([^,}\\s]+))");

  /** Reads a report file. */
  public static LoopReport read(Path file) {
    try {
      return parse(Files.readString(file));
    } catch (IOException e) {
      throw new IllegalStateException("the child JVM wrote no report", e);
    }
  }

  /** Reads a report. */
  public static LoopReport parse(String report) {
    return new LoopReport(
        OBJECT
            .matcher(report)
            .results()
            .map(r -> members(r.group()))
            .filter(members -> members.containsKey("decision"))
            .toList());
  }

  /** Returns what the report says about a loop. */
  public Optional<Map<String, String>> loop(String name) {
    return loops.stream().filter(loop -> name.equals(loop.get("name"))).findFirst();
  }

  /** Returns what the report says about a loop that it must contain. */
  public Map<String, String> of(String name) {
    return loop(name).orElseThrow(() -> new AssertionError("no loop " + name + " in " + loops));
  }

  private static Map<String, String> members(String object) {
    Map<String, String> members = new HashMap<>();
    Matcher matcher = MEMBER.matcher(object);
    while (matcher.find()) {
      String text = matcher.group(2);
      members.put(
          matcher.group(1), text == null ? matcher.group(3) : text.substring(1, text.length() - 1));
    }
    return members;
  }
}
