package dev.slipstream.agent.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.model.region.Box;
import dev.slipstream.model.region.Region;
import dev.slipstream.runtime.graph.NodeId;
import dev.slipstream.runtime.graph.command.Command;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nodes that divide Java loops send each other exactly what the loops need. */
class InferredTransfersTest {
  @Test
  void aReversedReadSendsExactlyTheMirroredChunks() {
    SimulatedNodes nodes =
        SimulatedNodes.rows(
            4,
            1,
            """
            int[] a = new int[256], b = new int[256];
            for (@Parallel int i = 0; i < 256; i++) a[255 - i] = i;
            for (@Parallel int i = 0; i < 256; i++) b[i] = a[i];
            """);
    for (int rank = 0; rank < 4; rank++) {
      int mirrored = 3 - rank;
      Region own = Region.of(Box.of(mirrored * 64L, mirrored * 64L + 64));
      assertThat(nodes.on(rank, Command.Push.class)).hasSize(1);
      assertThat(nodes.pushes(rank, 1, "a").get(0).targets())
          .isEqualTo(Map.of(new NodeId(mirrored), own));
      assertThat(nodes.on(rank, Command.AwaitPush.class)).hasSize(1);
      assertThat(nodes.awaits(rank, 1, "a").get(0).region())
          .isEqualTo(Region.of(Box.of(rank * 64L, rank * 64L + 64)));
    }
    assertThat(nodes.overlappingWrites(0, "a").isEmpty()).isTrue();
    assertThat(nodes.overlappingWrites(1, "b").isEmpty()).isTrue();
  }

  @Test
  void afterASplitInTilesAReadOfAllAwaitsEverythingButTheOwnTile() {
    SimulatedNodes nodes =
        SimulatedNodes.tiles(
            4,
            """
            int n = 16;
            int[][] a = new int[n][n], b = new int[n][n];
            for (@Parallel int i = 0; i < n; i++) for (@Parallel int j = 0; j < n; j++) a[i][j] = i;
            for (@Parallel int i = 0; i < n; i++)
              for (@Parallel int j = 0; j < n; j++) {
                int s = 0;
                for (int k = 0; k < n; k++) for (int l = 0; l < n; l++) s += a[k][l];
                b[i][j] = s;
              }
            """);
    for (int rank = 0; rank < 4; rank++) {
      long row = rank / 2 * 8L;
      long column = rank % 2 * 8L;
      Region own = Region.of(Box.of(row, row + 8, column, column + 8));
      assertThat(nodes.awaits(rank, 1, "a")).hasSize(1);
      assertThat(nodes.awaits(rank, 1, "a").get(0).region())
          .isEqualTo(nodes.domain("a").difference(own));
      assertThat(nodes.on(rank, Command.Push.class)).hasSize(1);
      assertThat(nodes.pushes(rank, 1, "a").get(0).targets()).hasSize(3);
      assertThat(nodes.pushes(rank, 1, "a").get(0).targets().values()).containsOnly(own);
    }
  }

  @Test
  void aBroadcastIsOnePushWithManyTargets() {
    SimulatedNodes nodes =
        SimulatedNodes.rows(
            4,
            1,
            """
            int[] a = new int[256], b = new int[256];
            for (@Parallel int k = 0; k < 1; k++) for (int i = 0; i < 256; i++) a[256 * k + i] = i;
            for (@Parallel int i = 0; i < 256; i++) {
              int s = 0;
              for (int k = 0; k < 256; k++) s += a[k];
              b[i] = s;
            }
            """);
    Region whole = Region.of(Box.of(0, 256));
    assertThat(nodes.pushes()).isEqualTo(1);
    assertThat(nodes.pushes(0, 1, "a").get(0).targets())
        .isEqualTo(Map.of(new NodeId(1), whole, new NodeId(2), whole, new NodeId(3), whole));
  }

  @Test
  void thereIsOnePushAndOneAwaitPushForEachBufferAndTaskAlsoWithSeveralChunks() {
    SimulatedNodes nodes =
        SimulatedNodes.rows(
            2,
            4,
            """
            int[] a = new int[128], b = new int[128], c = new int[128];
            for (@Parallel int i = 0; i < 64; i++) { a[i] = i; b[i] = i; }
            for (@Parallel int i = 64; i < 128; i++) { a[i] = i; b[i] = i; }
            for (@Parallel int i = 0; i < 128; i++) {
              int s = 0;
              for (int k = 0; k < 128; k++) s += a[k];
              for (int k = 0; k < 64; k++) s += b[k];
              c[i] = s;
            }
            """);
    Region ofFirst = Region.of(Box.of(0, 32), Box.of(64, 96));
    Region ofSecond = Region.of(Box.of(32, 64), Box.of(96, 128));
    assertThat(nodes.pushes()).isEqualTo(4);
    assertThat(nodes.pushes(0, 2, "a").get(0).targets()).isEqualTo(Map.of(new NodeId(1), ofFirst));
    assertThat(nodes.pushes(1, 2, "a").get(0).targets()).isEqualTo(Map.of(new NodeId(0), ofSecond));
    assertThat(nodes.pushes(0, 2, "b").get(0).targets())
        .isEqualTo(Map.of(new NodeId(1), Region.of(Box.of(0, 32))));
    assertThat(nodes.awaits(0, 2, "a")).hasSize(1);
    assertThat(nodes.awaits(0, 2, "a").get(0).region()).isEqualTo(ofSecond);
    assertThat(nodes.awaits(1, 2, "b")).hasSize(1);
    assertThat(nodes.awaits(1, 2, "b").get(0).region()).isEqualTo(Region.of(Box.of(0, 32)));
  }

  @Test
  void nothingIsSentTwiceAndOnlyTheOwnerSends() {
    SimulatedNodes nodes =
        SimulatedNodes.rows(
            3,
            1,
            """
            int[] a = new int[300], b = new int[300], c = new int[300];
            for (@Parallel int i = 0; i < 300; i++) a[i] = i;
            for (@Parallel int i = 0; i < 300; i++) b[i] = a[299 - i];
            for (@Parallel int i = 0; i < 300; i++) {
              int s = 0;
              for (int k = 0; k < 300; k++) s += a[k];
              c[i] = s;
            }
            for (@Parallel int i = 0; i < 300; i++) b[i] = a[299 - i];
            """);
    Region first = Region.of(Box.of(0, 100));
    Region second = Region.of(Box.of(100, 200));
    Region third = Region.of(Box.of(200, 300));
    assertThat(nodes.pushes(0, 1, "a").get(0).targets()).isEqualTo(Map.of(new NodeId(2), first));
    assertThat(nodes.pushes(1, 1, "a")).isEmpty();
    assertThat(nodes.pushes(2, 1, "a").get(0).targets()).isEqualTo(Map.of(new NodeId(0), third));
    assertThat(nodes.pushes(0, 2, "a").get(0).targets()).isEqualTo(Map.of(new NodeId(1), first));
    assertThat(nodes.pushes(1, 2, "a").get(0).targets())
        .isEqualTo(Map.of(new NodeId(0), second, new NodeId(2), second));
    assertThat(nodes.pushes(2, 2, "a").get(0).targets()).isEqualTo(Map.of(new NodeId(1), third));
    assertThat(nodes.pushes()).isEqualTo(5);
  }

  @Test
  void aCopyOfAPartDoesNotFragmentThePushOfTheWhole() {
    SimulatedNodes nodes =
        SimulatedNodes.rows(
            3,
            1,
            """
            int[] a = new int[96], b = new int[1], c = new int[96];
            for (@Parallel int i = 0; i < 96; i++) a[i] = i;
            for (@Parallel int k = 0; k < 1; k++) {
              int s = 0;
              for (int i = 48; i < 80; i++) s += a[i];
              b[k] = s;
            }
            for (@Parallel int i = 0; i < 96; i++) {
              int s = 0;
              if (i >= 64) for (int k = 32; k < 96; k++) s += a[k];
              c[i] = s;
            }
            """);
    Region own = Region.of(Box.of(32, 64));
    assertThat(nodes.pushes(1, 1, "a").get(0).targets())
        .isEqualTo(Map.of(new NodeId(0), Region.of(Box.of(48, 64))));
    assertThat(nodes.pushes(1, 2, "a").get(0).targets()).isEqualTo(Map.of(new NodeId(2), own));
    assertThat(nodes.awaits(2, 2, "a").get(0).region()).isEqualTo(own);
    assertThat(nodes.pushes()).isEqualTo(3);
  }

  @Test
  void anAwaitPushWaitsForEarlierReadersOfExactlyItsElements() {
    SimulatedNodes nodes =
        SimulatedNodes.rows(
            2,
            1,
            """
            int[] a = new int[128], b = new int[1], c = new int[1], d = new int[1];
            for (@Parallel int k = 0; k < 1; k++) for (int i = 0; i < 128; i++) a[128 * k + i] = i;
            for (@Parallel int k = 0; k < 1; k++) {
              int s = 0;
              for (int i = 0; i < 64; i++) s += a[i];
              b[k] = s;
            }
            for (@Parallel int k = 0; k < 1; k++) {
              int s = 0;
              for (int i = 64; i < 128; i++) s += a[i];
              c[k] = s;
            }
            for (@Parallel int i = 0; i < 128; i++) a[i] = 2 * i;
            for (@Parallel int k = 0; k < 1; k++) {
              int s = 0;
              for (int i = 0; i < 128; i++) s += a[i];
              d[k] = s;
            }
            """);
    Command.AwaitPush await = nodes.awaits(0, 4, "a").get(0);
    assertThat(await.region()).isEqualTo(Region.of(Box.of(64, 128)));
    assertThat(nodes.follows(0, await, nodes.executions(0, 2).get(0))).isTrue();
    assertThat(nodes.follows(0, await, nodes.executions(0, 1).get(0))).isFalse();
  }

  @Test
  void anAwaitPushWaitsForEarlierPushesOfExactlyItsElements() {
    SimulatedNodes nodes =
        SimulatedNodes.rows(
            2,
            1,
            """
            int[] a = new int[128], b = new int[64], c = new int[64], d = new int[64];
            for (@Parallel int i = 0; i < 128; i++) a[i] = i;
            for (@Parallel int i = 0; i < 64; i++) b[i] = a[63 - i];
            for (@Parallel int i = 0; i < 64; i++) c[i] = a[i];
            for (@Parallel int i = 0; i < 64; i++) a[63 - i] = 2 * i;
            for (@Parallel int i = 0; i < 64; i++) d[i] = a[i];
            """);
    Region first = Region.of(Box.of(0, 32));
    Region second = Region.of(Box.of(32, 64));
    Command.Push ofFirst = nodes.pushes(0, 1, "a").get(0);
    Command.Push ofSecond = nodes.pushes(0, 2, "a").get(0);
    assertThat(ofFirst.targets()).isEqualTo(Map.of(new NodeId(1), first));
    assertThat(ofSecond.targets()).isEqualTo(Map.of(new NodeId(1), second));
    assertThat(nodes.awaits(0, 4, "a")).hasSize(1);
    Command.AwaitPush await = nodes.awaits(0, 4, "a").get(0);
    assertThat(await.region()).isEqualTo(first);
    assertThat(nodes.follows(0, await, ofFirst)).isTrue();
    assertThat(nodes.follows(0, await, ofSecond)).isFalse();
  }

  @Test
  void anAwaitPushWaitsForEarlierAwaitPushesOfExactlyItsElements() {
    SimulatedNodes nodes =
        SimulatedNodes.rows(
            2,
            1,
            """
            int[] a = new int[128], b = new int[64], c = new int[64], d = new int[64];
            for (@Parallel int i = 0; i < 128; i++) a[i] = i;
            for (@Parallel int i = 0; i < 64; i++) b[i] = a[i + 64];
            for (@Parallel int i = 0; i < 64; i++) c[i] = a[127 - i];
            for (@Parallel int i = 0; i < 64; i++) a[127 - i] = 2 * i;
            for (@Parallel int i = 0; i < 64; i++) d[i] = a[i + 64];
            """);
    Region first = Region.of(Box.of(64, 96));
    Region second = Region.of(Box.of(96, 128));
    Command.AwaitPush ofFirst = nodes.awaits(0, 1, "a").get(0);
    Command.AwaitPush ofSecond = nodes.awaits(0, 2, "a").get(0);
    assertThat(ofFirst.region()).isEqualTo(first);
    assertThat(ofSecond.region()).isEqualTo(second);
    assertThat(nodes.awaits(0, 4, "a")).hasSize(1);
    Command.AwaitPush await = nodes.awaits(0, 4, "a").get(0);
    assertThat(await.region()).isEqualTo(first);
    assertThat(nodes.follows(0, await, ofFirst)).isTrue();
    assertThat(nodes.follows(0, await, ofSecond)).isFalse();
  }

  @Test
  void aFivePointStencilSplitInTilesMovesNoDiagonalData() {
    requireNoDiagonals(
        """
        int n = 64;
        double[][] u = new double[n][n], v = new double[n][n];
        for (@Parallel int i = 0; i < n; i++) for (@Parallel int j = 0; j < n; j++) u[i][j] = i;
        for (@Parallel int i = 1; i < n - 1; i++)
          for (@Parallel int j = 1; j < n - 1; j++)
            v[i][j] = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - 4 * u[i][j];
        """);
  }

  @Test
  void theSameStencilInAFlatArrayMovesNoDiagonalDataEither() {
    requireNoDiagonals(
        """
        int n = 64;
        double[] u = new double[n * n], v = new double[n * n];
        for (@Parallel int i = 0; i < n; i++) for (@Parallel int j = 0; j < n; j++) u[i * n + j] = i;
        for (@Parallel int i = 1; i < n - 1; i++)
          for (@Parallel int j = 1; j < n - 1; j++) {
            int c = i * n + j;
            v[c] = u[c - n] + u[c + n] + u[c - 1] + u[c + 1] - 4 * u[c];
          }
        """);
  }

  private static void requireNoDiagonals(String body) {
    SimulatedNodes nodes = SimulatedNodes.tiles(4, body);
    assertThat(nodes.lines(1))
        .contains("u: read neighborhood(1,1)", "v: write one-to-one", "split along loop 0, 1");
    for (int rank = 0; rank < 4; rank++) {
      assertThat(nodes.pushes(rank, 1, "u")).hasSize(1);
      assertThat(nodes.pushes(rank, 1, "u").get(0).targets())
          .doesNotContainKey(new NodeId(3 - rank))
          .hasSize(2);
    }
    // The first tile has rows and columns 0 to 31 of u. From the others it reads the next row and
    // the next column, except for the corner and what only the border would need.
    assertThat(nodes.awaits(0, 1, "u").get(0).region())
        .isEqualTo(Region.of(Box.of(32, 33, 1, 32), Box.of(1, 32, 32, 33)));
    assertThat(nodes.pushes(1, 1, "u").get(0).targets())
        .isEqualTo(
            Map.of(
                new NodeId(0), Region.of(Box.of(1, 32, 32, 33)),
                new NodeId(3), Region.of(Box.of(31, 32, 32, 63))));
  }

  @Test
  void rowsOfAFlatMatrixExchangeSingleRows() {
    SimulatedNodes nodes =
        SimulatedNodes.rows(
            4,
            1,
            """
            int n = 64;
            double[] u = new double[n * n], v = new double[n * n];
            for (@Parallel int i = 0; i < n; i++) for (int j = 0; j < n; j++) u[i * n + j] = i;
            for (@Parallel int i = 1; i < n - 1; i++)
              for (int j = 0; j < n; j++) v[i * n + j] = u[(i - 1) * n + j] + u[(i + 1) * n + j];
            """);
    // Iterations 1 to 62 are rows 1 to 16, 17 to 32, 33 to 47 and 48 to 62.
    assertThat(nodes.awaits(0, 1, "u").get(0).region()).isEqualTo(Region.of(Box.of(16, 18, 0, 64)));
    assertThat(nodes.pushes(0, 1, "u")).isEmpty();
  }
}
