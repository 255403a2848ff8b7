package dev.slipstream.compiler.analysis.mapper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Loop shapes have the mappers that the file {@code mappers/TABLE.txt} states by hand. */
class MapperTableTest {
  private static final int LEAST = 60;

  /** A loop with its expected mappers. */
  private record Shape(String name, String code, List<String> expected, String why) {}

  @TestFactory
  Stream<DynamicTest> everyShapeHasTheMappersThatAreStated() {
    return shapes().stream()
        .map(shape -> DynamicTest.dynamicTest(shape.name(), () -> check(shape)));
  }

  private static void check(Shape shape) {
    String members = "static void run() {\n" + shape.code() + "}";
    List<String> lines = Loops.one(members).lines();
    List<String> mappers = lines.subList(0, lines.size() - 1);
    assertThat(mappers)
        .as("%s: %s", shape.name(), shape.why())
        .containsExactlyInAnyOrderElementsOf(
            shape.expected().subList(0, shape.expected().size() - 1));
    assertThat(lines.get(lines.size() - 1))
        .as("%s: %s", shape.name(), shape.why())
        .isEqualTo(shape.expected().get(shape.expected().size() - 1));
  }

  @Test
  void theTableHasEnoughShapesAndAReasonForEach() {
    assertThat(shapes()).hasSizeGreaterThanOrEqualTo(LEAST);
    assertThat(shapes()).extracting(Shape::name).doesNotHaveDuplicates();
    assertThat(shapes()).allSatisfy(shape -> assertThat(shape.why()).isNotBlank());
  }

  private static List<Shape> shapes() {
    List<Shape> shapes = new ArrayList<>();
    for (String block : text().split("\n== ")) {
      if (block.startsWith("#")) {
        continue;
      }
      List<String> lines = block.strip().lines().toList();
      StringBuilder code = new StringBuilder();
      StringBuilder why = new StringBuilder();
      List<String> expected = new ArrayList<>();
      for (String line : lines.subList(1, lines.size())) {
        if (line.startsWith("-> ")) {
          expected.add(line.substring(3));
        } else {
          (expected.isEmpty() ? code : why).append(line).append('\n');
        }
      }
      shapes.add(new Shape(lines.get(0), code.toString(), expected, why.toString().strip()));
    }
    return shapes;
  }

  private static String text() {
    try (InputStream in = MapperTableTest.class.getResourceAsStream("/mappers/TABLE.txt")) {
      if (in == null) {
        throw new IllegalStateException("no resource /mappers/TABLE.txt");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
