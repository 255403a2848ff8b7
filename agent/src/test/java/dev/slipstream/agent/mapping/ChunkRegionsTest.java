package dev.slipstream.agent.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.mapper.Chunk;
import dev.slipstream.model.mapper.Division;
import dev.slipstream.model.mapper.RangeMapper;
import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.command.EvenSplitter;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Regions of chunks have the elements of their boxes. */
class ChunkRegionsTest {
  private static final List<Integer> PARTS = List.of(1, 2, 3, 64, 300, 64);

  @ParameterizedTest
  @ValueSource(
      strings = {
        // One element, backwards, and elements that touch.
        "for (@Parallel int i = 0; i < 900; i++) y[i] = x[i] + y[i];",
        "for (@Parallel int i = 899; i >= 0; i--) y[i] = x[899 - i] + x[i];",
        "for (@Parallel int i = 30; i < 870; i++) y[i] = x[i - 1] + x[i + 1] + x[i - 30] + x[i + 30];",
        // Boxes that touch, lie apart, and are cut off at some ends.
        "for (@Parallel int i = 0; i < 800; i++) y[i] = x[i] + x[i + 3] + x[i + 90];",
        "for (@Parallel int i = 0; i < 900; i++) y[i] = x[(i + 1) % 900] + x[(i + 899) % 900];",
        "for (@Parallel int i = 0; i < 400; i++) { y[2 * i] = x[i]; y[2 * i + 1] = x[i + 400]; }",
        "for (@Parallel int i = 0; i < 900; i++) if (i > 7 && i < 500) y[i] = x[i];",
        "for (@Parallel int i = 0; i < 300; i++) y[3 * i] = x[i];",
        // Crosses, and axes that follow several loops.
        """
        for (@Parallel int i = 1; i < 29; i++) for (@Parallel int j = 1; j < 29; j++)
          y[i * 30 + j] = x[i * 30 + j - 1] + x[i * 30 + j + 1] + x[(i - 1) * 30 + j] + x[(i + 1) * 30 + j];
        """,
        """
        for (@Parallel int i = 0; i < 30; i++) for (@Parallel int j = 0; j < 30; j++)
          y[i * 30 + j] = x[i + j] + x[i - j + 29];
        """,
        "for (@Parallel int i = 0; i < 30; i++) for (int j = 0; j <= i; j++) y[i * 30 + j] = x[j];",
      })
  void theyAreTheUnionOfTheirBoxes(String text) {
    List<JavaLoops.Reached> reached =
        JavaLoops.run("double[] x = new double[900], y = new double[900];\n" + text);
    assertThat(reached).hasSize(1);
    JavaLoops.Reached loop = reached.get(0);
    Division mapped =
        loop.kernel()
            .mappers(loop.start(), loop.captures())
            .orElseThrow()
            .division(/* tiles= */ false);
    for (ArrayMapper array : mapped.arrays()) {
      for (ArrayMapper.Access access : List.of(array.reads(), array.writes(), array.certain())) {
        check(mapped, access, mapped.mapper(access), array.shape().domain());
      }
    }
  }

  private static void check(
      Division loop, ArrayMapper.Access access, RangeMapper mapper, Box domain) {
    Box space = loop.geometry().space();
    for (int parts : PARTS) {
      for (Box chunk : new EvenSplitter().split(loop.geometry(), parts)) {
        Region expected = Region.EMPTY;
        for (Box box : access.map(loop.iterations(chunk).get(0))) {
          expected = expected.union(Region.of(box));
        }
        assertThat(mapper.map(new Chunk(chunk, space), domain))
            .as("%s of %s", access.name(), chunk)
            .isEqualTo(expected);
      }
    }
  }
}
