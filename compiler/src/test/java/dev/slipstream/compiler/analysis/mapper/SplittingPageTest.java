package dev.slipstream.compiler.analysis.mapper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The statements of {@code docs/splitting.md} about its examples, and about the programs, are true.
 */
class SplittingPageTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("```java\n(.*?)```\n\n```\n(.*?)```\n", Pattern.DOTALL);

  private static String page() {
    return text(Path.of("..", "docs", "splitting.md"));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @TestFactory
  Stream<DynamicTest> everyExampleHasTheLinesBelowIt() {
    List<MatchResult> examples = EXAMPLE.matcher(page()).results().toList();
    assertThat(examples).hasSizeGreaterThan(3);
    return examples.stream()
        .map(
            example ->
                DynamicTest.dynamicTest(
                    example.group(1).lines().toList().get(1).strip(),
                    () ->
                        assertThat(
                                Loops.one("static void run() {\n" + example.group(1) + "}").lines())
                            .isEqualTo(example.group(2).lines().toList())));
  }

  @Test
  void theLoopsThatAreNotDividedAreListed() {
    Path list = Path.of("src", "test", "resources", "programs", "NOT_SPLIT.txt");
    assertThat(text(list).lines().toList())
        .allSatisfy(
            line -> assertThat(page()).contains("| `" + line.replaceFirst(" \\| ", "` | ") + " |"));
  }
}
