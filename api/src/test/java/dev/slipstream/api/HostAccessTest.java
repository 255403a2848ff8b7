package dev.slipstream.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class HostAccessTest {
  private static final IndexRange ITERATIONS = new IndexRange(0, 20);

  @Test
  void anAccessSaysWhetherItReadsAndWrites() {
    int[] array = new int[4];
    for (HostAccess reads :
        List.of(HostAccess.reads(array), HostAccess.reads(array, HostMapper.oneToOne()))) {
      assertThat(List.of(reads.isRead(), reads.isWritten())).containsExactly(true, false);
    }
    for (HostAccess writes :
        List.of(HostAccess.writes(array), HostAccess.writes(array, HostMapper.oneToOne()))) {
      assertThat(List.of(writes.isRead(), writes.isWritten())).containsExactly(false, true);
    }
    for (HostAccess updates :
        List.of(HostAccess.updates(array), HostAccess.updates(array, HostMapper.oneToOne()))) {
      assertThat(List.of(updates.isRead(), updates.isWritten())).containsExactly(true, true);
    }
  }

  @Test
  void arraysOfPrimitivesAndOfSuchArraysCanBeDeclared() {
    for (Object array :
        List.of(new boolean[1], new byte[1], new char[1][], new double[2][3], new long[1][1][1])) {
      assertThat(HostAccess.reads(array).target()).isSameAs(array);
    }
    assertThat(HostAccess.effects(HostObject.of("file")).isOfArray()).isFalse();
  }

  @Test
  void otherObjectsCannotBeDeclaredAsArrays() {
    assertThatThrownBy(() -> HostAccess.reads("text"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a host task can declare arrays of primitives, and arrays of such arrays, not"
                + " java.lang.String");
    assertThatThrownBy(() -> HostAccess.writes(new String[2][3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("not java.lang.String[][]");
    assertThatThrownBy(() -> HostAccess.updates(null, HostMapper.all()))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("the array is null");
    assertThatThrownBy(() -> HostAccess.reads(new int[1], null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("the range mapper is null");
    assertThatThrownBy(() -> HostAccess.effects(null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("the object is null");
  }

  @Test
  void elementsOutsideOfTheArrayAreIgnored() {
    HostAccess around = HostAccess.reads(new float[12], HostMapper.neighborhood(3));
    assertThat(around.elements(new IndexRange(0, 4), ITERATIONS)).isEqualTo(new IndexRange(0, 7));
    assertThat(around.elements(new IndexRange(8, 12), ITERATIONS)).isEqualTo(new IndexRange(5, 12));
    assertThat(around.elements(new IndexRange(16, 20), ITERATIONS).isEmpty()).isTrue();
  }

  @Test
  void aPartitionWithoutIterationsAccessesNothingWhateverTheMapper() {
    for (HostMapper mapper :
        List.of(HostMapper.all(), HostMapper.fixed(1, 2), HostMapper.neighborhood(2))) {
      assertThat(HostAccess.writes(new int[4], mapper).elements(new IndexRange(2, 2), ITERATIONS))
          .isEqualTo(IndexRange.EMPTY);
    }
  }

  @Test
  void messagesNameAnArrayByItsTypeAndLength() {
    assertThat(HostAccess.reads(new double[4096]).text()).isEqualTo("double[4096]");
    assertThat(HostAccess.reads(new int[30][7]).text()).isEqualTo("int[30][]");
  }
}
