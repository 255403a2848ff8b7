package dev.slipstream.compiler.analysis.mapper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.compiler.discovery.SplitChoices;
import dev.slipstream.compiler.discovery.SplitHint.Way;
import dev.slipstream.model.loop.LoopName;
import dev.slipstream.model.mapper.Splitting;
import dev.slipstream.model.region.Box;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The effects of {@code @Split} and {@code slipstream.split}, and their limits. */
class SplitHintsTest {
  private static final String ARRAYS =
      "int n = 64; int[][] a = new int[n][n], b = new int[n][n];\n";

  private static LoopMappers loop(String body) {
    return Loops.one("static void run() {\n" + body + "\n}");
  }

  private static LoopMappers loop(String option, String body) {
    SplitChoices choices =
        SplitChoices.parse(
            option,
            problem -> {
              throw new AssertionError(problem);
            });
    return Loops.one(choices, "static void run() {\n" + body + "\n}");
  }

  private static boolean isInTiles(LoopMappers loop, boolean usual) {
    return loop.division(usual).geometry().splitting() == Splitting.TILES;
  }

  private static String copy(String outer, String inner) {
    return ARRAYS
        + "for (@Parallel "
        + outer
        + " int i = 0; i < n; i++) for (@Parallel "
        + inner
        + " int j = 0; j < n; j++) b[i][j] = a[i][j];";
  }

  @Test
  void tilesAreTakenWhereTheAnnotationWantsThem() {
    LoopMappers tiles = loop(copy("@Split(Split.Way.TILES)", ""));

    assertThat(isInTiles(tiles, /* usual= */ false)).isTrue();
    assertThat(tiles.lines()).contains("split along loop 0, 1 (@Split)");
    assertThat(isInTiles(loop(copy("", "")), /* usual= */ false)).isFalse();
  }

  @Test
  void rowsAreTakenWhereTheAnnotationWantsThem() {
    LoopMappers rows = loop(copy("@Split(Split.Way.ROWS)", ""));

    assertThat(rows.split().loops()).containsExactly(0);
    assertThat(isInTiles(rows, /* usual= */ true)).isFalse();
    assertThat(Chunks.tiles(rows, 2, 2)).isEmpty();
  }

  @Test
  void aLoopThatIsNotToBeDividedIsOneChunk() {
    LoopMappers whole = loop(copy("@Split(Split.Way.NONE)", ""));

    assertThat(Chunks.of(whole, 8)).containsExactly(whole.space());
    assertThat(whole.lines()).contains("not split: @Split says so");
  }

  @Test
  void partsAreMultiplesOfTheGranularityOfEachLoop() {
    LoopMappers loop = loop(copy("@Split(granularity = 24)", "@Split(granularity = 10)"));

    assertThat(loop.split().granularity()).containsExactly(24L, 10L);
    assertThat(Chunks.of(loop, 3))
        .containsExactly(Box.of(0, 24, 0, 64), Box.of(24, 48, 0, 64), Box.of(48, 64, 0, 64));
    LoopMappers large = loop(copy("@Split(granularity = 64)", "@Split(granularity = 64)"));
    assertThat(large.split().reason())
        .isEqualTo("@Split asks for parts of at least 64 iterations, and there are 64");
  }

  @Test
  void theGranularityIsAddedToTheOneThatTheLoopNeeds() {
    LoopMappers loop =
        loop(
            """
            int n = 64, half = 4; double[] re = new double[n];
            for (@Parallel @Split(granularity = 6) int k = 0; k < n / 2; k++)
              re[(k / half) * 2 * half + k % half] = k;
            """);

    assertThat(loop.split().granularity()).containsExactly(12L);
  }

  @Test
  void theOptionCountsMoreThanTheAnnotation() {
    assertThat(loop("*=none", copy("@Split(Split.Way.TILES)", "")).lines())
        .contains("not split: slipstream.split says so");
    assertThat(isInTiles(loop("2d", copy("", "")), /* usual= */ false)).isTrue();
    assertThat(loop("Other#run:3=none", copy("", "")).split().isPossible()).isTrue();
  }

  @Test
  void noHintDividesALoopOfWhichIterationsMayMeet() {
    LoopMappers loop =
        loop(
            """
            int n = 50; int[] c = new int[n], y = new int[n];
            for (@Parallel @Split(Split.Way.ROWS) int i = 0; i < n; i++) y[c[i]] = 1;
            """);

    assertThat(loop.split().isPossible()).isFalse();
    assertThat(loop.split().reason()).contains("y[c[i]]");
  }

  @Test
  void thatTilesAreImpossibleIsSaid() {
    LoopMappers loop =
        loop(
            """
            int n = 50; int[] a = new int[n];
            for (@Parallel @Split(Split.Way.TILES) int i = 0; i < n; i++) a[i] = i;
            """);

    assertThat(loop.split().loops()).containsExactly(0);
    assertThat(loop.lines())
        .anyMatch(line -> line.startsWith("not split in tiles, as @Split asks"));
  }

  @Test
  void entriesThatCannotBeUnderstoodAreSaidAndTheOthersCount() {
    List<String> problems = new ArrayList<>();
    SplitChoices choices = SplitChoices.parse("A#b:3=2e, A=1d, A#b:4=2d, none", problems::add);

    assertThat(problems).hasSize(2);
    assertThat(problems.get(0)).contains("'A#b:3=2e'", "'2e'", "loop=1d, loop=2d or loop=none");
    assertThat(problems.get(1)).contains("'A=1d'", "class#method:line", "*");
    assertThat(choices.of(new LoopName("A", "b", 4, 0))).contains(Way.TILES);
    assertThat(choices.of(new LoopName("A", "b", 3, 0))).contains(Way.WHOLE);
    assertThat(SplitChoices.none().of(new LoopName("A", "b", 3, 0))).isEmpty();
  }
}
