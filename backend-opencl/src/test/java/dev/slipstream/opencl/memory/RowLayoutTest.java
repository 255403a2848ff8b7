package dev.slipstream.opencl.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.model.kernel.ArrayAccess;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.lwjgl.system.MemoryUtil;

class RowLayoutTest {
  @Test
  void equalRowsLieLikeAMatrixThatBeginsWithItsFirstRow() {
    RowLayout layout = new RowLayout(new int[10][7], 3, 6);

    assertThat(layout.rowLength()).isEqualTo(7);
    assertThat(layout.start(3)).isEqualTo(21);
    assertThat(layout.start(6)).isEqualTo(42);
    assertThat(layout.size()).isEqualTo(42);
    assertThat(layout.tables()).isEmpty();
  }

  @Test
  void rowsOfDifferentLengthsAreFoundByATable() {
    RowLayout layout =
        new RowLayout(new int[][] {null, new int[3], new int[0], null, new int[5], null}, 1, 5);

    assertThat(layout.rowLength()).isEqualTo(-1);
    assertThat(layout.size()).isEqualTo(8);
    assertThat(layout.tables()).hasSize(1);
    assertThat(layout.tables().get(0).from()).isEqualTo(1);
    assertThat(layout.tables().get(0).entries()).containsExactly(0, 0, 3, 3, 3, 8);
  }

  @Test
  void aBoxNeedsNoTable() {
    RowLayout layout = new RowLayout(new short[6][4][5], 2, 6);

    assertThat(layout.planeHeight()).isEqualTo(4);
    assertThat(layout.rowLength()).isEqualTo(5);
    assertThat(layout.start(2)).isEqualTo(40);
    assertThat(layout.size()).isEqualTo(120);
    assertThat(layout.tables()).isEmpty();
  }

  @Test
  void planesOfDifferentHeightsAreFoundByTwoTables() {
    RowLayout layout =
        new RowLayout(new long[][][] {null, new long[2][5], new long[1][5], null}, 1, 3);

    assertThat(layout.rowLength()).isEqualTo(-1);
    assertThat(layout.start(2)).isEqualTo(10);
    assertThat(layout.tables()).hasSize(2);
    assertThat(layout.tables().get(0).entries()).containsExactly(0, 0, 2, 3);
    assertThat(layout.tables().get(1).entries()).containsExactly(0, 5, 10, 15);
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
      ArrayUse use = new ArrayUse(rows);
      use.add(new ArrayAccess(0, 0, 5000, 0, 0, false));
      assertThat(use.bytes()).isEqualTo((4999L << 20) + rows[0].length);
      long address = MemoryUtil.nmemAllocChecked(10);
      try {
        use.load(use.position(4990), 10, address);
        assertThat(MemoryUtil.memGetByte(address + 5)).isEqualTo((byte) 42);
        use.load(use.position(4990) - 3, 10, address);
        assertThat(MemoryUtil.memGetByte(address + 8)).isEqualTo((byte) 42);
        assertThat(MemoryUtil.memGetByte(address + 5)).isZero();
      } finally {
        MemoryUtil.nmemFree(address);
      }
    }
  }

  @Test
  void onlyArraysOfPrimitivesHaveALayout() {
    ArrayUse use = new ArrayUse(new String[2]);
    use.add(new ArrayAccess(0, 0, 2, 0, 0, false));

    assertThatThrownBy(use::bytes).isInstanceOf(IllegalArgumentException.class);
  }
}
