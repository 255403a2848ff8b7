package dev.slipstream.agent.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.connection.DeclaredReads;
import dev.slipstream.compiler.analysis.mapper.LoopMappers;
import dev.slipstream.model.loop.LaunchPlan;
import dev.slipstream.model.mapper.ArrayMapper;
import dev.slipstream.model.region.Box;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** {@code @Reads} narrows what a loop reads, and reads elsewhere are detected. */
class DeclaredReadsTest {
  /** A matrix with a band: each iteration reads elements near its own, by indices in an array. */
  private static String band(String annotation, int reach) {
    return """
        int n = 100;
        int[] column = new int[3 * n]; double[] x = new double[n], y = new double[n];
        for (int i = 0; i < n; i++)
          for (int k = 0; k < 3; k++) column[3 * i + k] = Math.min(n - 1, Math.max(0, i + (k - 1) * %d));
        for (@Parallel %s int i = 0; i < n; i++) {
          double s = 0;
          for (int k = 0; k < 3; k++) s += x[column[3 * i + k]];
          y[i] = s;
        }
        """
        .formatted(reach, annotation);
  }

  private static JavaLoops.Reached reached(String body) {
    List<JavaLoops.Reached> all = JavaLoops.run(body);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  private static LoopMappers mappers(String body) {
    JavaLoops.Reached loop = reached(body);
    return loop.kernel().mappers(loop.start(), loop.captures()).orElseThrow();
  }

  private static Optional<String> firstOutside(String body) throws Exception {
    JavaLoops.Reached loop = reached(body);
    LaunchPlan.Run run = (LaunchPlan.Run) loop.kernel().plan(loop.start(), loop.captures());
    return new DeclaredReads(loop.kernel()).firstOutside(loop.start(), loop.captures(), run);
  }

  @Test
  void withoutItAChunkNeedsTheWholeArray() {
    LoopMappers plain = mappers(band("", 2));

    assertThat(array(plain, "x").reads().map(Box.of(10, 20))).containsExactly(Box.of(0, 100));
    assertThat(plain.lines()).anyMatch(line -> line.startsWith("x: read all"));
  }

  @Test
  void withItAChunkNeedsItsNeighborhood() {
    LoopMappers narrow = mappers(band("@Reads(array = \"x\", neighborhood = 2)", 2));

    assertThat(array(narrow, "x").reads().map(Box.of(10, 20))).containsExactly(Box.of(8, 22));
    assertThat(narrow.lines()).contains("x: read neighborhood(2) (declared)");
    assertThat(array(narrow, "column").reads().map(Box.of(10, 20)))
        .containsExactly(Box.of(10, 20, 0, 3));
  }

  @Test
  void aPromiseThatIsKeptIsFoundToBe() throws Exception {
    assertThat(firstOutside(band("@Reads(array = \"x\", neighborhood = 2)", 2))).isEmpty();
    assertThat(firstOutside(band("", 2))).isEmpty();
  }

  @Test
  void aReadThatBreaksThePromiseIsSaidWithIndexAndRegion() throws Exception {
    assertThat(firstOutside(band("@Reads(array = \"x\", neighborhood = 2)", 3)))
        .hasValueSatisfying(
            said ->
                assertThat(said)
                    .startsWith("Program.run:")
                    .contains("reads x[3], outside of [0, 3) in iteration [0]"));
  }

  @Test
  void severalArraysAndAxesMayBeDeclared() throws Exception {
    String body =
        """
        int n = 40;
        int[] at = new int[n]; double[][] a = new double[n][n]; double[] w = new double[n], y = new double[n];
        for (int i = 0; i < n; i++) at[i] = i;
        for (@Parallel @Reads(array = "a", neighborhood = {1, Reads.WHOLE})
             @Reads(array = "w", neighborhood = 0) int i = 0; i < n; i++)
          y[i] = a[at[i]][at[n - 1 - i]] + w[at[i]];
        """;
    LoopMappers loop = mappers(body);

    assertThat(array(loop, "a").reads().map(Box.of(10, 20))).containsExactly(Box.of(9, 21, 0, 40));
    assertThat(array(loop, "w").reads().map(Box.of(10, 20))).containsExactly(Box.of(10, 20));
    assertThat(firstOutside(body)).isEmpty();
    assertThat(firstOutside(body.replace("a[at[i]]", "a[at[Math.min(i + 2, n - 1)]]")))
        .hasValueSatisfying(said -> assertThat(said).contains("reads a[2][39], outside of [0, 2)"));
  }

  @Test
  void anArrayOfFourDimensionsMayBeDeclared() throws Exception {
    String body =
        """
        int n = 30;
        int[] at = new int[n]; double[][][][] a = new double[n][3][4][5]; double[] y = new double[n];
        for (int i = 0; i < n; i++) at[i] = i;
        for (@Parallel @Reads(array = "a", neighborhood = {1, Reads.WHOLE, Reads.WHOLE, 0}) int i = 0; i < n; i++)
          y[i] = a[at[i]][at[i] % 3][at[i] % 4][at[i] % 5] + a[n - 1 - i][1][3][2];
        """;
    assertThat(array(mappers(body), "a").reads().map(Box.of(10, 12)))
        .containsExactlyInAnyOrder(
            Box.ofEnds(new long[] {9, 13, 0, 3, 0, 20}),
            Box.ofEnds(new long[] {18, 20, 1, 2, 17, 18}));
    assertThat(firstOutside(body)).isEmpty();
    assertThat(firstOutside(body.replace("a[at[i]]", "a[at[Math.min(i + 2, n - 1)]]")))
        .hasValueSatisfying(said -> assertThat(said).contains("reads a[2][0][0][0], outside of"));
  }

  @Test
  void whatTheLoopWritesIsAsItWasAfterATrial() throws Exception {
    JavaLoops.Reached loop = reached(band("@Reads(array = \"x\", neighborhood = 2)", 2));
    for (Object capture : loop.captures()) {
      if (capture instanceof double[] array) {
        java.util.Arrays.fill(array, 7);
      }
    }
    LaunchPlan.Run run = (LaunchPlan.Run) loop.kernel().plan(loop.start(), loop.captures());
    new DeclaredReads(loop.kernel()).firstOutside(loop.start(), loop.captures(), run);

    for (Object capture : loop.captures()) {
      if (capture instanceof double[] array) {
        assertThat(array).containsOnly(7);
      }
    }
  }

  @Test
  void aDeclarationOfAnUnknownFormIsIgnoredAndSaid() {
    JavaLoops.Reached loop = reached(band("@Reads(array = \"x\", neighborhood = {})", 2));

    assertThat(loop.kernel().note()).contains("@Reads of x is ignored");
  }

  private static ArrayMapper array(LoopMappers mappers, String name) {
    return mappers.arrays().stream()
        .filter(array -> array.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
