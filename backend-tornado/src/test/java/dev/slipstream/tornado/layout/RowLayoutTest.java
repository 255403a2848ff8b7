package dev.slipstream.tornado.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RowLayoutTest {
  @Test
  void equalRowsLieLikeAMatrixThatBeginsWithItsFirstRow() {
    ArrayLayout layout = ArrayLayout.of(new int[10][7], 3, 6);

    assertThat(layout.shape()).isEqualTo(new RowShape(7, 1));
    assertThat(layout.start(3)).isEqualTo(21);
    assertThat(layout.start(6)).isEqualTo(42);
    assertThat(layout.size()).isEqualTo(42);
    assertThat(layout.table()).containsExactly(0, 0, 0, 21, 28, 35, 42);
    assertThat(layout.room()).isEqualTo(70);
  }

  @Test
  void rowsOfDifferentLengthsAreFoundByATable() {
    ArrayLayout layout =
        ArrayLayout.of(new int[][] {null, new int[3], new int[0], null, new int[5], null}, 1, 5);

    assertThat(layout.shape().isEqual()).isFalse();
    assertThat(layout.size()).isEqualTo(8);
    assertThat(layout.table()).containsExactly(0, 0, 3, 3, 3, 8);
  }

  @Test
  void theTableOfABoxCountsRowsFromItsFirstPlane() {
    ArrayLayout layout = ArrayLayout.of(new short[4][2][5], 1, 3);

    assertThat(layout.shape()).isEqualTo(new RowShape(5, 2));
    assertThat(layout.start(1)).isEqualTo(10);
    assertThat(layout.size()).isEqualTo(30);
    assertThat(layout.table()).containsExactly(0, 2, 4, 6, 0, 0, 0, 10, 15, 20, 25, 30);
  }

  @Test
  void planesOfDifferentHeightsAreFoundByTheTablesFirstPart() {
    ArrayLayout layout =
        ArrayLayout.of(new long[][][] {null, new long[2][5], new long[1][5], null}, 1, 3);

    assertThat(layout.shape().isEqual()).isFalse();
    assertThat(layout.start(2)).isEqualTo(10);
    assertThat(layout.table()).containsExactly(0, 0, 2, 3, 0, 0, 5, 10, 15);
  }

  @Test
  void arraysWithAFewElementsMoreTakeAsMuchRoom() {
    assertThat(ArrayLayout.roundedUp(0)).isZero();
    assertThat(ArrayLayout.roundedUp(9)).isEqualTo(9);
    assertThat(ArrayLayout.roundedUp(1025)).isEqualTo(1152);
    assertThat(ArrayLayout.of(new int[][] {new int[1000], new int[25]}).room()).isEqualTo(1152);
    assertThat(ArrayLayout.of(new int[][] {new int[1000], new int[99]}).room()).isEqualTo(1152);
  }

  @Test
  void manyLongRowsHaveMoreElementsThanAnIntCounts() {
    byte[][] rows = new byte[5000][];
    Arrays.fill(rows, new byte[1 << 20]);
    assertThat(ArrayLayout.of(rows).size()).isEqualTo(5000L << 20);
    rows[0] = new byte[1];
    assertThat(ArrayLayout.of(rows).size()).isEqualTo((4999L << 20) + 1);
  }

  @Test
  void elementsTravelAcrossTheEndsOfRows() {
    int[][] rows = {{1, 2}, {}, null, {3}, {4, 5, 6}};
    ArrayLayout layout = ArrayLayout.of(rows);
    ByteBuffer bytes = ByteBuffer.allocate(6 * Integer.BYTES).order(ByteOrder.nativeOrder());

    layout.put(1, 4, bytes.slice().order(ByteOrder.nativeOrder()));
    assertThat(new int[] {bytes.getInt(0), bytes.getInt(4), bytes.getInt(8), bytes.getInt(12)})
        .containsExactly(2, 3, 4, 5);
    ByteBuffer before = ByteBuffer.wrap(bytes.array().clone());
    bytes.putInt(4, 30).putInt(12, 50);
    rows[4][0] = -1;
    layout.getChanged(1, 4, bytes.slice().order(ByteOrder.nativeOrder()), before);
    assertThat(rows).isDeepEqualTo(new int[][] {{1, 2}, {}, null, {30}, {-1, 50, 6}});
    layout.get(1, 4, bytes.slice().order(ByteOrder.nativeOrder()));
    assertThat(rows).isDeepEqualTo(new int[][] {{1, 2}, {}, null, {30}, {4, 50, 6}});
  }
}
