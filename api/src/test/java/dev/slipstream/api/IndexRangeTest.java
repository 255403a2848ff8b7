package dev.slipstream.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class IndexRangeTest {
  @Test
  void aRangeThatEndsBeforeItBeginsIsRefused() {
    assertThatThrownBy(() -> new IndexRange(3, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a range cannot begin at 3 and end at 2");
    assertThat(new IndexRange(3, 3).isEmpty()).isTrue();
    assertThat(new IndexRange(-2, 3).size()).isEqualTo(5);
    assertThat(new IndexRange(-2, 3)).hasToString("[-2, 3)");
  }

  @Test
  void rangesThatOnlyTouchDoNotIntersect() {
    IndexRange range = new IndexRange(2, 5);
    assertThat(range.intersects(new IndexRange(0, 2))).isFalse();
    assertThat(range.intersects(new IndexRange(5, 9))).isFalse();
    assertThat(range.intersects(new IndexRange(4, 9))).isTrue();
    assertThat(range.intersects(new IndexRange(0, 9))).isTrue();
    assertThat(range.intersects(new IndexRange(3, 3))).isFalse();
  }

  @Test
  void whatIsOutsideOfBoundsIsLeftOut() {
    assertThat(new IndexRange(-3, 4).within(0, 10)).isEqualTo(new IndexRange(0, 4));
    assertThat(new IndexRange(7, 14).within(0, 10)).isEqualTo(new IndexRange(7, 10));
    assertThat(new IndexRange(12, 14).within(0, 10).isEmpty()).isTrue();
    assertThat(new IndexRange(-4, -2).within(0, 10).isEmpty()).isTrue();
  }
}
