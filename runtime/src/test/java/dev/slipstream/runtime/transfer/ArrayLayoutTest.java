package dev.slipstream.runtime.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ArrayLayoutTest {
  @Test
  void equalRowsLieLikeAMatrixThatBeginsWithItsFirstRow() {
    RowLayout layout = new RowLayout(new int[10][7], 3, 6);

    assertThat(layout.rowLength()).isEqualTo(7);
    assertThat(layout.start(3)).isEqualTo(21);
    assertThat(layout.start(6)).isEqualTo(42);
    assertThat(layout.size()).isEqualTo(42);
  }

  @Test
  void rowsOfDifferentLengthsLieOneAfterTheOther() {
    RowLayout layout =
        new RowLayout(new int[][] {null, new int[3], new int[0], null, new int[5], null}, 1, 5);

    assertThat(layout.rowLength()).isEqualTo(-1);
    assertThat(layout.size()).isEqualTo(8);
    assertThat(layout.start(1)).isZero();
    assertThat(layout.start(2)).isEqualTo(3);
    assertThat(layout.start(5)).isEqualTo(8);
  }

  @Test
  void theRowsOfABoxAreEqual() {
    RowLayout layout = new RowLayout(new short[6][4][5], 2, 6);

    assertThat(layout.heights()).containsExactly(4);
    assertThat(layout.rowLength()).isEqualTo(5);
    assertThat(layout.start(2)).isEqualTo(40);
    assertThat(layout.size()).isEqualTo(120);
  }

  @Test
  void planesOfDifferentHeightsLieOneAfterTheOther() {
    RowLayout layout =
        new RowLayout(new long[][][] {null, new long[2][5], new long[1][5], null}, 1, 3);

    assertThat(layout.rowLength()).isEqualTo(-1);
    assertThat(layout.start(2)).isEqualTo(10);
    assertThat(layout.start(1)).isZero();
    assertThat(layout.start(3)).isEqualTo(15);
  }

  @Test
  void manyLongRowsHaveMoreElementsThanAnIntCounts() {
    byte[] same = new byte[1 << 20];
    same[5] = 42;
    byte[][] equal = new byte[5000][];
    Arrays.fill(equal, same);
    byte[][] ragged = equal.clone();
    ragged[0] = new byte[1];

    for (byte[][] rows : new byte[][][] {equal, ragged}) {
      ArrayLayout layout = ArrayLayout.of(rows);
      assertThat(layout.size()).isEqualTo((4999L << 20) + rows[0].length);
      ByteBuffer loaded = ByteBuffer.allocateDirect(10);
      layout.load(layout.start(4990), 10, loaded);
      assertThat(loaded.get(5)).isEqualTo((byte) 42);
      layout.load(layout.start(4990) - 3, 10, loaded.clear());
      assertThat(loaded.get(8)).isEqualTo((byte) 42);
      assertThat(loaded.get(5)).isZero();
    }
  }

  @Test
  void onlyArraysOfPrimitivesHaveALayout() {
    assertThatThrownBy(() -> ArrayLayout.of(new String[2]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void onlyWhatHasChangedIsStoredWhereverItLies() {
    int n = 3000;
    for (int every : new int[] {1, 2, 7, 40, 2999}) {
      double[] before = new double[n];
      Arrays.setAll(before, i -> Math.sin(i));
      double[] now = before.clone();
      double[] expected = new double[n];
      for (int i = 0; i < n; i += every) {
        now[i] = expected[i] = i + 0.5;
      }
      double[] array = new double[n];
      ArrayLayout.of(array).storeChanged(0, n, bytes(now), bytes(before));
      assertThat(array).as("each %s", every).isEqualTo(expected);
    }
  }

  @Test
  void elementsTravelAcrossTheEndsOfRows() {
    int[][] rows = {{1, 2}, {}, null, {3}, {4, 5, 6}};
    ArrayLayout layout = ArrayLayout.of(rows);
    ByteBuffer bytes = ByteBuffer.allocate(6 * Integer.BYTES).order(ByteOrder.nativeOrder());

    layout.load(1, 4, bytes.slice().order(ByteOrder.nativeOrder()));
    assertThat(new int[] {bytes.getInt(0), bytes.getInt(4), bytes.getInt(8), bytes.getInt(12)})
        .containsExactly(2, 3, 4, 5);
    ByteBuffer before = ByteBuffer.wrap(bytes.array().clone());
    bytes.putInt(4, 30).putInt(12, 50);
    rows[4][0] = -1;
    layout.storeChanged(1, 4, bytes.slice().order(ByteOrder.nativeOrder()), before);
    assertThat(rows).isDeepEqualTo(new int[][] {{1, 2}, {}, null, {30}, {-1, 50, 6}});
    layout.store(1, 4, bytes.slice().order(ByteOrder.nativeOrder()));
    assertThat(rows).isDeepEqualTo(new int[][] {{1, 2}, {}, null, {30}, {4, 50, 6}});
  }

  private static ByteBuffer bytes(double[] values) {
    ByteBuffer bytes =
        ByteBuffer.allocateDirect(8 * values.length + 8).order(ByteOrder.nativeOrder()).position(8);
    ArrayLayout.of(values).load(0, values.length, bytes);
    return bytes.position(8);
  }
}
