package dev.slipstream.tornado.resident;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Parts of an array that are copied to the device, each after the one that follows it. */
class PlacedCopiesTest {
  @Test
  void theLastPartOfAWholeArrayComesFirstAndThePartsMeet() {
    assertThat(PlacedCopies.firsts(10, 0, 30)).containsExactly(20, 10, 0);
  }

  @Test
  void theFirstPartOfAnOddNumberOfElementsOverlapsTheNext() {
    assertThat(PlacedCopies.firsts(10, 0, 34)).containsExactly(24, 14, 4, 0);
  }

  @Test
  void whatLiesBeforeARangeIsNotOverwritten() {
    assertThat(PlacedCopies.firsts(10, 5, 37)).containsExactly(27, 17);
    assertThat(PlacedCopies.firsts(10, 5, 15)).isEmpty();
  }

  @Test
  void fewElementsAreLeftToOthers() {
    assertThat(PlacedCopies.firsts(10, 0, 9)).isEmpty();
  }
}
