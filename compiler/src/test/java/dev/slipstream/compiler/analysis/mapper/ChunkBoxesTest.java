package dev.slipstream.compiler.analysis.mapper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.region.Box;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The boxes of single chunks, and the positions of cuts. */
class ChunkBoxesTest {
  private static LoopMappers loop(String body) {
    return Loops.one("static void run() {\n" + body + "\n}");
  }

  private static List<Box> reads(LoopMappers loop, String array, long... chunk) {
    return array(loop, array).reads().map(chunk(chunk));
  }

  private static List<Box> writes(LoopMappers loop, String array, long... chunk) {
    return array(loop, array).writes().map(chunk(chunk));
  }

  private static Box chunk(long[] ends) {
    return ends.length == 2 ? Box.of(ends[0], ends[1]) : Box.of(ends[0], ends[1], ends[2], ends[3]);
  }

  private static ArrayMapper array(LoopMappers loop, String name) {
    return loop.arrays().stream()
        .filter(array -> array.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theHaloOfRowsInAFlatArrayIsOneRowOnEachSide() {
    LoopMappers loop =
        loop(
            """
            int n = 60; float[] u = new float[50 * n], v = new float[50 * n];
            for (@Parallel int i = 1; i < 49; i++)
              for (int j = 0; j < n; j++) v[i * n + j] = u[(i - 1) * n + j] + u[i * n + j] + u[(i + 1) * n + j];
            """);

    assertThat(array(loop, "u").shape().extents()).containsExactly(50L, 60L);
    assertThat(reads(loop, "u", 10, 20)).containsExactly(Box.of(10, 22, 0, 60));
    assertThat(writes(loop, "v", 10, 20)).containsExactly(Box.of(11, 21, 0, 60));
    assertThat(array(loop, "v").writesAll()).isTrue();
  }

  @Test
  void aCrossHasNoCorners() {
    LoopMappers loop =
        loop(
            """
            float[][] u = new float[50][60], v = new float[50][60];
            for (@Parallel int i = 1; i < 49; i++)
              for (@Parallel int j = 1; j < 59; j++)
                v[i][j] = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j];
            """);

    assertThat(reads(loop, "u", 4, 8, 10, 20))
        .containsExactlyInAnyOrder(Box.of(4, 10, 11, 21), Box.of(5, 9, 10, 22));
  }

  @Test
  void whatIsClampedStaysInsideAndWhatWrapsHasTwoBoxes() {
    LoopMappers loop =
        loop(
            """
            int n = 100; float[] c = new float[n], t = new float[n], y = new float[n];
            for (@Parallel int i = 0; i < n; i++) y[i] = c[Math.max(i - 1, 0)] + t[(i + n - 1) % n];
            """);

    assertThat(reads(loop, "c", 50, 60)).containsExactly(Box.of(49, 59));
    assertThat(reads(loop, "t", 50, 60)).containsExactly(Box.of(49, 59));
    assertThat(reads(loop, "c", 0, 10)).containsExactlyInAnyOrder(Box.of(0, 1), Box.of(0, 9));
    assertThat(reads(loop, "t", 0, 10)).containsExactlyInAnyOrder(Box.of(99, 100), Box.of(0, 9));
  }

  @Test
  void triangularLoopsReadNoMoreThanTheLastRowOfTheChunkDoes() {
    LoopMappers loop =
        loop(
            """
            double[][] a = new double[30][30]; double[] x = new double[30], y = new double[30];
            for (@Parallel int i = 0; i < 30; i++) {
              double s = 0;
              for (int j = 0; j <= i; j++) s += a[i][j] * x[j];
              y[i] = s;
            }
            """);

    assertThat(reads(loop, "a", 5, 10)).containsExactly(Box.of(5, 10, 0, 10));
    assertThat(reads(loop, "x", 5, 10)).containsExactly(Box.of(0, 10));
  }

  @Test
  void whatAllIterationsOfATriangleWriteIsCertain() {
    LoopMappers loop =
        loop(
            """
            double[][] a = new double[300][300];
            for (@Parallel int i = 0; i < 300; i++) for (int j = 0; j <= i; j++) a[i][j] = i;
            """);

    assertThat(writes(loop, "a", 5, 100)).containsExactly(Box.of(5, 100, 0, 100));
    assertThat(array(loop, "a").writesAll()).isFalse();
    assertThat(array(loop, "a").certain().map(Box.of(5, 100)))
        .containsExactly(Box.of(5, 100, 0, 6));
  }

  @Test
  void ofFewRowsOfATriangleEachOneIsKnown() {
    LoopMappers loop =
        loop(
            """
            double[][] a = new double[300][300];
            for (@Parallel int i = 0; i < 300; i++) for (int j = 0; j <= i; j++) a[i][j] = i;
            """);
    ArrayMapper a = array(loop, "a");

    assertThat(writes(loop, "a", 5, 8))
        .containsExactly(Box.of(5, 6, 0, 6), Box.of(6, 7, 0, 7), Box.of(7, 8, 0, 8));
    assertThat(a.certain().map(Box.of(5, 8))).isEqualTo(writes(loop, "a", 5, 8));
    assertThat(a.writesAll(Box.of(5, 69))).isTrue();
    assertThat(a.writesAll(Box.of(5, 70))).isFalse();
  }

  @Test
  void loopsThatEndWhereTheirVariableIsTheLimitAreFollowed() {
    LoopMappers loop =
        loop(
            """
            double[][] a = new double[300][300];
            for (@Parallel int i = 0; i < 300; i++) for (int j = i; j != -1; j--) a[i][j] = i;
            """);

    assertThat(writes(loop, "a", 5, 8))
        .containsExactly(Box.of(5, 6, 0, 6), Box.of(6, 7, 0, 7), Box.of(7, 8, 0, 8));
    assertThat(array(loop, "a").certain().map(Box.of(5, 8))).isEqualTo(writes(loop, "a", 5, 8));
  }

  @Test
  void limitsThatWrapAroundAreFollowedAsJavaComputesThem() {
    LoopMappers loop =
        loop(
            """
            double[][] a = new double[40][40];
            for (@Parallel int i = 0; i < 40; i += 4)
              for (int j = 0; j < i * (1 << 30) + i; j++) a[i][j] = i;
            """);

    assertThat(writes(loop, "a", 1, 3)).containsExactly(Box.of(4, 5, 0, 4), Box.of(8, 9, 0, 8));
  }

  @Test
  void aLoopWhoseVariableWrapsAroundMayWriteAnything() {
    LoopMappers loop =
        loop(
            """
            double[][] a = new double[300][64];
            for (@Parallel int i = 0; i < 300; i++)
              for (int j = (i & 1) << 30; j != -(1 << 30); j += 1 << 30) a[i][j >>> 26 & 63] = i;
            """);

    assertThat(writes(loop, "a", 5, 6)).containsExactly(Box.of(5, 6, 0, 64));
    assertThat(array(loop, "a").certain().map(Box.of(5, 6))).isEmpty();
  }

  @Test
  void ofASmallChunkElementsThatAreLeftOutAreNotInItsBoxes() {
    LoopMappers loop =
        loop(
            """
            int n = 40, color = 1; double[][] u = new double[n][n];
            for (@Parallel int i = 1; i < n - 1; i++)
              for (int j = 1 + (i + color) % 2; j < 8; j += 2) u[i][j] = i;
            """);

    assertThat(writes(loop, "u", 0, 2))
        .containsExactly(
            Box.of(1, 2, 1, 2),
            Box.of(1, 2, 3, 4),
            Box.of(1, 2, 5, 6),
            Box.of(1, 2, 7, 8),
            Box.of(2, 3, 2, 3),
            Box.of(2, 3, 4, 5),
            Box.of(2, 3, 6, 7));
  }

  @Test
  void aConditionOnAVariableNarrowsWhatIsWritten() {
    LoopMappers loop =
        loop(
            """
            int n = 100; int[] a = new int[n];
            for (@Parallel int i = 0; i < n; i++) if (i > 3) { if (2 * i < n) a[i] = i; }
            """);

    assertThat(writes(loop, "a", 0, 10)).containsExactly(Box.of(4, 10));
    assertThat(writes(loop, "a", 40, 60)).containsExactly(Box.of(40, 50));
    assertThat(writes(loop, "a", 60, 100)).isEmpty();
    assertThat(array(loop, "a").writesAll()).isTrue();
  }

  @Test
  void whereDataDecideWhichElementIsWrittenNoneIsCertain() {
    LoopMappers loop =
        loop(
            """
            int n = 100; int[] d = new int[n], a = new int[2 * n];
            for (@Parallel int i = 0; i < n; i++) { int k = d[i] > 0 ? i : i + n; a[k] = 1; }
            """);

    assertThat(array(loop, "a").writesAll()).isFalse();
    assertThat(array(loop, "a").certain().map(Box.of(0, 10))).isEmpty();
  }

  @Test
  void whereEitherOfTwoConditionsDecidesWhichElementIsWrittenNoneIsCertain() {
    LoopMappers loop =
        loop(
            """
            int n = 100; int[] a = new int[2 * n];
            for (@Parallel int i = 0; i < n; i++) { int k = i < 3 || i > 90 ? i : i + n; a[k] = 1; }
            """);

    assertThat(array(loop, "a").writesAll()).isFalse();
    assertThat(array(loop, "a").certain().map(Box.of(0, 10))).isEmpty();
  }

  @Test
  void elementsSideBySideInStepsLeaveNoGap() {
    LoopMappers loop =
        loop(
            """
            int[] a = new int[100];
            for (@Parallel int i = 1; i < 99; i += 2) { a[i] = i; a[i + 1] = i; }
            """);

    assertThat(writes(loop, "a", 10, 20)).containsExactly(Box.of(21, 41));
    assertThat(array(loop, "a").writesAll()).isTrue();
  }

  @Test
  void whatMovesInTwoDirectionsIsNotDividedWhereTheBoxesWouldMeet() {
    LoopMappers loop =
        loop(
            """
            int n = 22; long[] a = new long[64];
            for (@Parallel int i = 0; i < n; i++) a[(i >> 2) - 2 * i + 42] = i;
            """);

    List<Box> chunks = Chunks.of(loop, 4);
    for (int c = 1; c < chunks.size(); c++) {
      Box before = loop.arrays().get(0).writes().map(chunks.get(c - 1)).get(0);
      assertThat(loop.arrays().get(0).writes().map(chunks.get(c)))
          .noneMatch(box -> box.intersects(before));
    }
    assertThat(loop.split().isPossible()).isFalse();
  }

  @Test
  void butterfliesAreCutBetweenBlocks() {
    LoopMappers loop =
        loop(
            """
            int n = 64, half = 4; double[] re = new double[n];
            for (@Parallel int k = 0; k < n / 2; k++) {
              int top = (k / half) * 2 * half + k % half;
              double t = re[top];
              re[top] = t + re[top + half];
              re[top + half] = t - re[top + half];
            }
            """);

    assertThat(loop.split()).isEqualTo(new SplitDecision(List.of(0), List.of(4L), ""));
    assertThat(Chunks.of(loop, 3)).containsExactly(Box.of(0, 12), Box.of(12, 24), Box.of(24, 32));
    assertThat(Chunks.of(loop, 100)).hasSize(8);
    assertThat(writes(loop, "re", 12, 24)).containsExactly(new Box(3, 6, 0, 2, 0, 4));
    assertThat(array(loop, "re").writesAll()).isTrue();
  }

  @Test
  void aPackedTriangleIsCutWhereTheChunksThemselvesAreApart() {
    LoopMappers loop =
        loop(
            """
            int n = 30; double[] a = new double[n * (n + 1) / 2];
            for (@Parallel int i = 0; i < n; i++) for (int j = 0; j <= i; j++) a[i * (i + 1) / 2 + j] = i;
            """);

    assertThat(loop.split().isPossible()).isFalse();
    assertThat(Chunks.of(loop, 3)).containsExactly(Box.of(0, 10), Box.of(10, 20), Box.of(20, 30));
    assertThat(writes(loop, "a", 10, 20)).containsExactly(Box.of(55, 210));
  }

  @Test
  void tilesCoverAllIterationsOnce() {
    LoopMappers loop =
        loop(
            """
            int[][] a = new int[10][7];
            for (@Parallel int i = 0; i < 10; i++) for (@Parallel int j = 0; j < 7; j++) a[i][j] = i;
            """);

    assertThat(Chunks.tiles(loop, 2, 2))
        .containsExactly(
            Box.of(0, 5, 0, 4), Box.of(0, 5, 4, 7), Box.of(5, 10, 0, 4), Box.of(5, 10, 4, 7));
  }

  @Test
  void aLoopThatCannotBeCutIsOneChunk() {
    LoopMappers loop =
        loop(
            """
            int[] c = new int[50], y = new int[50];
            for (@Parallel int i = 0; i < 50; i++) y[c[i]] = 1;
            """);

    assertThat(Chunks.of(loop, 4)).containsExactly(Box.of(0, 50));
    assertThat(Chunks.tiles(loop, 2, 2)).isEmpty();
    assertThat(loop.split().reason()).contains("y[c[i]]", "no formula of the loop variables");
  }

  @Test
  void twoVariablesThatHoldOneArrayHaveOneMapper() {
    LoopMappers loop =
        loop(
            """
            float[] x = new float[100], y = x;
            for (@Parallel int i = 0; i < 50; i++) y[i] = x[i + 50];
            """);

    assertThat(loop.arrays()).hasSize(1);
    ArrayMapper both = loop.arrays().get(0);
    assertThat(both.parameters()).hasSize(2);
    assertThat(both.shape().extents()).containsExactly(2L, 50L);
    assertThat(both.reads().map(Box.of(10, 20))).containsExactly(Box.of(1, 2, 10, 20));
    assertThat(both.writes().map(Box.of(10, 20))).containsExactly(Box.of(0, 1, 10, 20));
  }

  @Test
  void countingDownAndInStepsFollowsTheNumbersOfIterations() {
    LoopMappers loop =
        loop(
            """
            int[] a = new int[100], b = new int[100];
            for (@Parallel int i = 98; i >= 0; i -= 2) b[i] = a[i + 1];
            """);

    assertThat(loop.space()).isEqualTo(Box.of(0, 50));
    assertThat(array(loop, "b").shape().extents()).containsExactly(50L, 2L);
    assertThat(reads(loop, "a", 0, 10)).containsExactly(Box.of(40, 50, 1, 2));
    assertThat(writes(loop, "b", 40, 50)).containsExactly(Box.of(0, 10, 0, 1));
    assertThat(array(loop, "b").writesAll()).isTrue();
  }
}
